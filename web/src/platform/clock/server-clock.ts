/** Offset of the server's clock from this device's, in milliseconds. */
let offsetMs = 0

/** Synchronizes with the server time of a fresh response; ignores an invalid timestamp. */
export function syncServerTime(server_time: string | null): void {
  const serverMs = Date.parse(server_time ?? '')
  if (!Number.isNaN(serverMs)) offsetMs = serverMs - Date.now()
}

/** The server's time, as Unix time in milliseconds; countdowns use it regardless of the device's clock. */
export const serverNow = (): number => Date.now() + offsetMs
