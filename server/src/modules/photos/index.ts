export { cleanPhoto, photoFaultMessages, type CleanPhoto, type PhotoFault } from './clean-photo.ts'
export type { PhotoDeps } from './deps.ts'
export { listPhotos, openPhoto, type PhotoFacts } from './open-photo.ts'
export {
  decidePhotos,
  purgePhotos,
  reportPhotos,
  type PhotoReport,
  type PurgeOutcome,
} from './purge-photos.ts'
export { sealPhoto, storePhoto, type SealedPhoto } from './store-photo.ts'
export { watermarkPhoto } from './watermark-photo.ts'
