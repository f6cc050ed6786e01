/** One object of the store as its listing shows it. */
export type StoredObject = {
  readonly key: string
  readonly modified_at: Date
}

/**
 * Where sealed photos rest. It holds bytes under names and understands neither: whoever reads the store alone reads
 * nothing. Names are lower-case letters and digits with single `/`, `-` or `.` between them.
 */
export interface PhotoStore {
  /** Keeps the bytes under a new name; once it resolves they survive a power cut, or the store says so itself. */
  put(key: string, bytes: Buffer): Promise<void>
  /** The bytes, or null where nothing has that name. */
  get(key: string): Promise<Buffer | null>
  /** Deletes; a name that is not there is as good as deleted. */
  delete(key: string): Promise<void>
  /** Everything whose name begins so, what an interrupted `put` left behind included. */
  list(prefix: string): Promise<StoredObject[]>
}

/**
 * The store did not do what it was asked. `unreachable`: no answer, too slow, or its own fault, so trying again makes
 * sense. `refused`: wrong keys, no such bucket: somebody must change the configuration. Every method may throw it.
 */
export class PhotoStoreFailed extends Error {
  override name = 'PhotoStoreFailed'
  readonly reason: 'unreachable' | 'refused'
  constructor(reason: 'unreachable' | 'refused', message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

const nameOfObject = /^[a-z0-9]+(?:[-/.][a-z0-9]+)*$/

/** Whether a name may be used in any store: it cannot leave its folder and needs no escaping anywhere. */
export const isObjectKey = (key: string): boolean => key.length <= 200 && nameOfObject.test(key)
