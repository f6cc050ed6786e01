import type { PhotoStore } from '../../ports/photo-store.ts'
import type { PhotoDecoder } from './photo-decoder.ts'

/** Where photos are stored, and the key that seals them. */
export type PhotoStorage = {
  readonly store: PhotoStore
  /** `vault.derive('photos')`: seals the data key of each photo. */
  readonly key: Buffer
}

/** Dependencies of photos. */
export type PhotoDeps = PhotoStorage & { readonly decoder: PhotoDecoder }
