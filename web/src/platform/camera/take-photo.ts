import { fileMaxBytes } from '@clube/contract/kernel/file.ts'

/** Longest side of a photo, in pixels. */
export const photoLongestSide = 2000

/** Tried in turn until the photo is small enough to be sent. */
const qualities = [0.9, 0.75, 0.5]

/** A frame's size with its longest side limited, its shape kept; never enlarged. */
export function fitPhoto(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, photoLongestSide / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/**
 * The picture that a playing video shows now, as JPEG of at most 5 MB and 2000 px; null when there is none yet or the
 * browser cannot write one.
 */
export async function takePhoto(video: HTMLVideoElement): Promise<Blob | null> {
  if (video.videoWidth === 0 || video.videoHeight === 0) return null
  const canvas = video.ownerDocument.createElement('canvas')
  Object.assign(canvas, fitPhoto(video.videoWidth, video.videoHeight))
  const drawing = canvas.getContext('2d')
  if (!drawing) return null
  // Never mirrored, even where the preview is: the letters of the document must be readable.
  drawing.drawImage(video, 0, 0, canvas.width, canvas.height)
  for (const quality of qualities) {
    const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    // A browser that cannot write JPEG writes PNG instead, and says so.
    if (photo?.type !== 'image/jpeg') return null
    if (photo.size <= fileMaxBytes) return photo
  }
  return null
}
