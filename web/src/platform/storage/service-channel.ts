/**
 * Through which door the person came: the mall's app, a kiosk, the desk (spec §4 Service channel). Kept for this tab
 * (`temporary`, session storage) or for good (`persistent`, local storage).
 */
/** Spec §9. */
const serviceChannelKey = 'webapp_service_channel'
const parameter = 'service_channel'

/** The channel of the self-service kiosks, which belong to nobody. */
export const kioskChannel = 'totem'

/** The channel, temporary before persistent, without quotes around it; undefined where none was set. */
export function readServiceChannel(): string | undefined {
  return read(() => sessionStorage) ?? read(() => localStorage)
}

/** Whether this is a kiosk: whoever comes next would find what one leaves there. */
export const isKiosk = (): boolean => readServiceChannel() === kioskChannel

/** Keeps the channel for this tab, or for good. */
export function saveServiceChannel(channel: string, keep: 'temporary' | 'persistent'): void {
  attempt(() => (keep === 'temporary' ? sessionStorage : localStorage).setItem(serviceChannelKey, channel))
}

/** Forgets the channel in both places. */
export function clearServiceChannel(): void {
  attempt(() => sessionStorage.removeItem(serviceChannelKey))
  attempt(() => localStorage.removeItem(serviceChannelKey))
}

/**
 * Takes the channel from `?service_channel=` of an address, for this tab: a link from a kiosk must not mark the
 * person's own browser for ever. Only a plain word is taken. Answers what holds now.
 */
export function adoptServiceChannel(search: string): string | undefined {
  const channel = new URLSearchParams(search).get(parameter)
  if (channel !== null && /^[\w-]{1,40}$/.test(channel)) saveServiceChannel(channel, 'temporary')
  return readServiceChannel()
}

function read(storage: () => Storage): string | undefined {
  const text = attempt(() => storage().getItem(serviceChannelKey))
  return text?.replaceAll('"', '') || undefined
}

function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    // Forbidden or full storage: the page works without a channel.
    return undefined
  }
}
