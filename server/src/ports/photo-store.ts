/** A listed object of the store. */
export type StoredObject = {
  readonly key: string
  readonly modified_at: Date
}

/**
 * Storage of sealed photos as opaque bytes under names; unreadable without their keys.
 * Names are lower-case letters and digits with single `/`, `-` or `.` between them.
 */
export interface PhotoStore {
  /** Stores bytes under a new name; durable once it resolves. */
  put(key: string, bytes: Buffer): Promise<void>
  /** The bytes, or null for an unknown name. */
  get(key: string): Promise<Buffer | null>
  /** Deletes an object; idempotent. */
  delete(key: string): Promise<void>
  /** All objects with the prefix, including partial objects of interrupted writes. */
  list(prefix: string): Promise<StoredObject[]>
}

/**
 * A failed store operation. `unreachable`: no response, too slow, or a server error, so a retry may
 * succeed. `refused`: wrong keys, no such bucket: a configuration error. Every method may throw it.
 */
export class PhotoStoreError extends Error {
  override name = 'PhotoStoreError'
  readonly reason: 'unreachable' | 'refused'
  constructor(reason: 'unreachable' | 'refused', message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

const nameOfObject = /^[a-z0-9]+(?:[-/.][a-z0-9]+)*$/

/** Whether a name is valid in any store: no path traversal, no escaping needed. */
export const isObjectKey = (key: string): boolean => key.length <= 200 && nameOfObject.test(key)
