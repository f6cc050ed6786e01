import { Unavailable } from '../kernel/refusal.ts'

/**
 * Uploads that one process receives at the same time: in total, of those without a password together, of one network or
 * one of the club's own without a password, and of one customer or session.
 */
const limits = { total: 32, passwordless: 24, network: 8, ownNetwork: 24, session: 4 }
const retryAfterSeconds = 10
/** When places are full, uploads older than this and slower than this give theirs up. */
const graceMs = 5_000
const fastBytesPerSecond = 128 * 1024

/** Who uploads: a customer with a password, a session without one, or anyone. */
export type Uploader =
  | { readonly customer_id: string }
  | { readonly session_id: string; readonly ip: string }
  | { readonly ip: string }

/** The upload that takes a place. */
export type RunningUpload = {
  readonly receivedBytes: () => number
  /** Whether its body is still arriving; afterwards the server is working on it. */
  readonly isReceiving: () => boolean
  /** Ends it, for another upload. */
  readonly release: (reason: Unavailable) => void
}

/** Where files of requests are received, and how many at a time. */
export type Uploads = {
  /** Private folder on disk. */
  readonly folder: string
  /**
   * Takes a place until the returned function is called, if need be that of a slow upload.
   * @throws {Unavailable} when all are taken by faster ones
   */
  readonly enter: (uploader: Uploader, upload: RunningUpload) => () => void
}

type Place = {
  readonly groups: ReadonlyMap<string, number>
  readonly since: number
  readonly upload: RunningUpload
}

/** @param input.now milliseconds */
export const createUploads = (input: {
  folder: string
  networkOf: (ip: string) => string
  isOwnNetwork?: (ip: string) => boolean
  now?: () => number
}): Uploads => {
  const { now = Date.now } = input
  const places = new Set<Place>()
  const groupsOf = (uploader: Uploader): ReadonlyMap<string, number> => {
    if ('customer_id' in uploader)
      return new Map([
        [`customer ${uploader.customer_id}`, limits.session],
        ['all', limits.total],
      ])
    const { ip } = uploader
    return new Map([
      ...('session_id' in uploader ? ([[`session ${uploader.session_id}`, limits.session]] as const) : []),
      [`network ${input.networkOf(ip)}`, input.isOwnNetwork?.(ip) ? limits.ownNetwork : limits.network],
      ['passwordless', limits.passwordless],
      ['all', limits.total],
    ])
  }
  const rateOf = ({ since, upload }: Place): number =>
    (upload.receivedBytes() * 1000) / Math.max(1, now() - since)
  /** The slowest of the places, if it may be given to another upload. */
  const slowestOf = (members: readonly Place[]): Place | undefined =>
    members
      .filter((place) => place.upload.isReceiving() && now() - place.since >= graceMs)
      .filter((place) => rateOf(place) < fastBytesPerSecond)
      .toSorted((a, b) => rateOf(a) - rateOf(b))[0]
  return {
    folder: input.folder,
    enter: (uploader, upload) => {
      const groups = groupsOf(uploader)
      const leaving = new Set<Place>()
      for (const [group, limit] of groups) {
        const members = [...places].filter((place) => place.groups.has(group) && !leaving.has(place))
        if (members.length < limit) continue
        // Nobody without a password takes the place of a customer with one.
        const slowest = slowestOf(
          members.filter((place) => 'customer_id' in uploader || place.groups.has('passwordless')),
        )
        if (!slowest) throw tooMany()
        leaving.add(slowest)
      }
      for (const slow of leaving) {
        places.delete(slow)
        slow.upload.release(tooMany())
      }
      const place = { groups, since: now(), upload }
      places.add(place)
      return () => void places.delete(place)
    },
  }
}

const tooMany = (): Unavailable => new Unavailable('too many uploads at the same time', retryAfterSeconds)
