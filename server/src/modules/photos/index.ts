export type { PhotoDeps, PhotoStorage } from './deps.ts'
export { isPdf } from './inspect-pdf.ts'
export { createPhotoDecoder, type PhotoDecoder } from './photo-decoder.ts'
export { photoErrorMessages } from './photo-error.ts'
export { grantPhotoView, consumePhotoView } from './photo-view.ts'
export { viewedPhotos } from './photo-view-store.ts'
export { countPhotosOf } from './photo-row-store.ts'
export { canOpenKey, listPhotos, listPhotosOf, openObject, openPhoto, type PhotoFacts } from './open-photo.ts'
export {
  decidePhotos,
  purgePhotos,
  releasePhotos,
  reportPhotos,
  type PhotoReport,
  type PurgeOutcome,
} from './purge-photos.ts'
export { isInfected } from './scan-file.ts'
export { fromStore } from './store-failure.ts'
export { sealObject, sealPhoto, storePhoto, type SealedPhoto } from './store-photo.ts'
export { strokeText } from './stroke-letters.ts'
