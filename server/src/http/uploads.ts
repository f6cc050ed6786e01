import { Unavailable } from '../kernel/refusal.ts'

/**
 * Maximum concurrent uploads per process: in total, without a password, without a password per network (or per network
 * of the club's own), and per customer or session.
 */
const limits = { total: 32, passwordless: 24, network: 8, ownNetwork: 24, session: 4 }
const retryAfterSeconds = 10
/** When all slots are taken, uploads older and slower than this lose theirs. */
const graceMs = 5_000
const fastBytesPerSecond = 128 * 1024

/** Who uploads: a customer with a password, a session without one, or anyone. */
export type Uploader =
  | { readonly customer_id: string }
  | { readonly session_id: string; readonly ip: string }
  | { readonly ip: string }

/** The upload that occupies a slot. */
export type RunningUpload = {
  readonly receivedBytes: () => number
  /** Whether its body is still arriving; afterwards the server is working on it. */
  readonly isReceiving: () => boolean
  /** Aborts it in favor of another upload. */
  readonly release: (reason: Unavailable) => void
}

/** Where files of requests are received, and how many at a time. */
export type Uploads = {
  /** Private folder on disk. */
  readonly folder: string
  /**
   * Acquires a slot until the returned function is called, evicting a slow upload if necessary.
   * @throws {Unavailable} when all slots are occupied by faster ones
   */
  readonly acquireSlot: (uploader: Uploader, upload: RunningUpload) => () => void
}

type Slot = {
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
  const slots = new Set<Slot>()
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
  const rateOf = ({ since, upload }: Slot): number =>
    (upload.receivedBytes() * 1000) / Math.max(1, now() - since)
  /** The slot of the slowest upload, if it may be given to another one. */
  const slowestOf = (members: readonly Slot[]): Slot | undefined =>
    members
      .filter((slot) => slot.upload.isReceiving() && now() - slot.since >= graceMs)
      .filter((slot) => rateOf(slot) < fastBytesPerSecond)
      .toSorted((a, b) => rateOf(a) - rateOf(b))[0]
  return {
    folder: input.folder,
    acquireSlot: (uploader, upload) => {
      const groups = groupsOf(uploader)
      const evicted = new Set<Slot>()
      for (const [group, limit] of groups) {
        const members = [...slots].filter((slot) => slot.groups.has(group) && !evicted.has(slot))
        if (members.length < limit) continue
        // An upload without a password never takes the slot of a customer with one.
        const slowest = slowestOf(
          members.filter((slot) => 'customer_id' in uploader || slot.groups.has('passwordless')),
        )
        if (!slowest) throw tooManyUploads()
        evicted.add(slowest)
      }
      for (const slow of evicted) {
        slots.delete(slow)
        slow.upload.release(tooManyUploads())
      }
      const slot = { groups, since: now(), upload }
      slots.add(slot)
      return () => void slots.delete(slot)
    },
  }
}

const tooManyUploads = (): Unavailable =>
  new Unavailable('too many uploads at the same time', retryAfterSeconds)
