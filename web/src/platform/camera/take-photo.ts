import { fileMaxBytes } from '@clube/contract/kernel/file.ts'

/** Longest side of a photo, in pixels. */
export const photoLongestSide = 2000

/** JPEG qualities, tried in turn until the photo is small enough. */
const qualities = [0.9, 0.75, 0.5]

/** Scales a frame's size down to the longest side, keeping the aspect ratio. */
export function fitPhoto(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, photoLongestSide / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/**
 * The current frame of a playing video as a JPEG of at most 5 MB and 2000 px; null when there is none yet or the
 * browser cannot encode JPEG.
 */
export async function takePhoto(video: HTMLVideoElement): Promise<Blob | null> {
  if (video.videoWidth === 0 || video.videoHeight === 0) return null
  const canvas = video.ownerDocument.createElement('canvas')
  Object.assign(canvas, fitPhoto(video.videoWidth, video.videoHeight))
  const context = canvas.getContext('2d')
  if (!context) return null
  // Never mirrored, even if the preview is: the document's text must be readable.
  context.drawImage(video, 0, 0, canvas.width, canvas.height)
  for (const quality of qualities) {
    const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    // A browser without JPEG encoding returns PNG.
    if (photo?.type !== 'image/jpeg') return null
    if (photo.size <= fileMaxBytes) return photo
  }
  return null
}
