import type { PhotoStore } from '../../ports/photo-store.ts'

/** Dependencies of photos. */
export type PhotoDeps = {
  readonly store: PhotoStore
  /** `vault.derive('photos')`: seals the data key of each photo. */
  readonly key: Buffer
}
