/** How far the server's clock is ahead of this device's, in milliseconds. */
let aheadMs = 0

/** Takes the server's time out of an answer that has just come; text that is no instant changes nothing. */
export function noteServerTime(server_time: string | null): void {
  const at = Date.parse(server_time ?? '')
  if (!Number.isNaN(at)) aheadMs = at - Date.now()
}

/** The server's time now, in milliseconds since 1970: what every reservation is counted by, however wrong the phone. */
export const serverNow = (): number => Date.now() + aheadMs
