import { fileMaxBytes } from '@clube/contract/kernel/file.ts'

/** Longest side of a photo that is stored, in pixels. */
const photoMaxSidePixels = 2000

/** JPEG qualities, tried in turn until the photo is small enough. */
const qualities = [0.9, 0.75, 0.5]

/** Scales a picture's size down to the longest side, keeping the aspect ratio. */
export function fitPhoto(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, photoMaxSidePixels / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/**
 * The current frame of a playing video as a JPEG of at most 5 MB and 2000 px; null when there is none yet or the
 * browser cannot encode JPEG.
 */
export const takePhoto = (video: HTMLVideoElement): Promise<Blob | null> =>
  encodePhoto(video, video.videoWidth, video.videoHeight)

/** A picture of this size as a JPEG of at most 5 MB and 2000 px; null when it is empty or cannot be encoded. */
export async function encodePhoto(
  picture: HTMLVideoElement | HTMLImageElement,
  width: number,
  height: number,
): Promise<Blob | null> {
  if (width === 0 || height === 0) return null
  const canvas = picture.ownerDocument.createElement('canvas')
  Object.assign(canvas, fitPhoto(width, height))
  const context = canvas.getContext('2d')
  if (!context) return null
  // JPEG has no transparency: without a background, it would be black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  // Never mirrored, even if the preview is: the document's text must be readable.
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  for (const quality of qualities) {
    const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    // A browser without JPEG encoding returns PNG.
    if (photo?.type !== 'image/jpeg') return null
    if (photo.size <= fileMaxBytes) return photo
  }
  return null
}
