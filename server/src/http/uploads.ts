import { Unavailable } from '../kernel/refusal.ts'

/**
 * Uploads that one process receives at the same time: in total, without a session from one network or from one of the
 * club's own, and of one customer: with the password, and in passwordless sessions.
 */
const limits = { total: 32, network: 8, ownNetwork: 24, customer: 4 }
const retryAfterSeconds = 10

/** Who uploads: a customer with a session, or anyone from an IP. */
export type Uploader =
  | { readonly customer_id: string; readonly level: 'customer' | 'identified' }
  | { readonly ip: string }

/** Where files of requests are received, and how many at a time. */
export type Uploads = {
  /** Private folder on disk. */
  readonly folder: string
  /**
   * Takes a place until the returned function is called.
   * @throws {Unavailable} when all are taken
   */
  readonly enter: (uploader: Uploader) => () => void
}

export const createUploads = (input: {
  folder: string
  networkOf: (ip: string) => string
  isOwnNetwork?: (ip: string) => boolean
}): Uploads => {
  const running = new Map<string, number>()
  let total = 0
  return {
    folder: input.folder,
    enter: (uploader) => {
      const [key, limit] =
        'customer_id' in uploader
          ? [`${uploader.level} ${uploader.customer_id}`, limits.customer]
          : [
              `network ${input.networkOf(uploader.ip)}`,
              input.isOwnNetwork?.(uploader.ip) ? limits.ownNetwork : limits.network,
            ]
      const own = running.get(key) ?? 0
      if (total >= limits.total || own >= limit)
        throw new Unavailable('too many uploads at the same time', retryAfterSeconds)
      total += 1
      running.set(key, own + 1)
      return () => {
        total -= 1
        const left = (running.get(key) ?? 1) - 1
        if (left === 0) running.delete(key)
        else running.set(key, left)
      }
    },
  }
}
