import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createFolderStore } from '../adapters/storage/folder-store.ts'
import { createS3Store } from '../adapters/storage/s3-store.ts'
import { createPhotoDecoder, type PhotoDeps } from '../modules/photos/index.ts'
import type { PhotoStore } from '../ports/photo-store.ts'
import { ConfigurationError, type ClubConfiguration } from './club-configuration.ts'
import type { Environment } from './environment.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Time limit for one request to the object store. */
const storeTimeoutMs = 10_000

/** Photo store, key and decoder; the app stops the decoder's processes when it closes. */
export const photoDepsOf = ({ configuration, environment, vault, log }: Infrastructure): PhotoDeps => ({
  store: photoStoreOf(configuration, environment),
  key: vault.derive('photos'),
  decoder: createPhotoDecoder({
    // One per two cores of the machine: hashing and requests have priority.
    processes: Math.max(1, Math.floor(availableParallelism() / 2 / environment.processes)),
    onEnd: ({ reason }) => log.warn({ reason }, 'a photo crashed the decoding process'),
  }),
})

/**
 * The configured photo store.
 * @throws {ConfigurationError} when a bucket is configured and its keys are missing
 */
export const photoStoreOf = (
  { photos }: Pick<ClubConfiguration, 'photos'>,
  environment: Pick<Environment, 'data_folder' | 'photo_store_keys'>,
): PhotoStore => {
  if (photos.kind === 'folder')
    return createFolderStore({ folder: join(environment.data_folder, 'photo-store') })
  const keys = environment.photo_store_keys
  if (keys === null)
    throw new ConfigurationError(
      'PHOTOS_ACCESS_KEY_ID and PHOTOS_SECRET_ACCESS_KEY are missing: the club stores its photos in a bucket.',
    )
  const { endpoint, bucket, region } = photos
  return createS3Store({
    endpoint: endpoint.replace(/\/+$/, ''),
    bucket,
    region,
    ...keys,
    timeout_ms: storeTimeoutMs,
  })
}
