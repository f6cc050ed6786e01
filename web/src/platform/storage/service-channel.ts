import { attempt } from '../../kit/store/attempt.ts'

/**
 * The service channel: the mall's app, a kiosk, the desk (spec §4 Service channel). Stored for this tab (`temporary`,
 * session storage) or permanently (`persistent`, local storage); without either it is not set. Key: spec §9.
 */
const serviceChannelKey = 'webapp_service_channel'
const parameter = 'service_channel'

/** The channel of the shared self-service kiosks. */
export const kioskChannel = 'totem'

/** The channel, temporary before persistent, with quotes stripped; undefined when not set. */
export function readServiceChannel(): string | undefined {
  return read(() => sessionStorage) ?? read(() => localStorage)
}

/** Whether this is a kiosk, a shared device on which nothing may be left behind. */
export const isKiosk = (): boolean => readServiceChannel() === kioskChannel

/** Stores the channel for this tab, or permanently. */
export function saveServiceChannel(channel: string, lifetime: 'temporary' | 'persistent'): void {
  attempt(() =>
    (lifetime === 'temporary' ? sessionStorage : localStorage).setItem(serviceChannelKey, channel),
  )
}

/** Clears the channel in both places. */
export function clearServiceChannel(): void {
  attempt(() => sessionStorage.removeItem(serviceChannelKey))
  attempt(() => localStorage.removeItem(serviceChannelKey))
}

/** Whether the channel is stored permanently, as on a kiosk. */
export const isServiceChannelPersistent = (): boolean => read(() => localStorage) !== undefined

/**
 * Adopts the channel from a URL's query: `?service_channel=totem` for this tab, since a link from a kiosk must
 * not mark a person's own browser; with `&service_channel_for=good` until it is cleared, for setting up a device; an empty
 * one clears both. Only letters, digits, `_` and `-` are accepted.
 * @returns the channel that now applies
 */
export function adoptServiceChannel(search: string): string | undefined {
  const parameters = new URLSearchParams(search)
  const channel = parameters.get(parameter)
  if (channel === '') clearServiceChannel()
  if (channel !== null && /^[\w-]{1,40}$/.test(channel)) {
    const isPermanent = parameters.get(`${parameter}_for`) === 'good'
    // An older temporary one would take precedence.
    if (isPermanent) clearServiceChannel()
    saveServiceChannel(channel, isPermanent ? 'persistent' : 'temporary')
  }
  return readServiceChannel()
}

function read(storage: () => Storage): string | undefined {
  const text = attempt(() => storage().getItem(serviceChannelKey))
  return text?.replaceAll('"', '') || undefined
}
