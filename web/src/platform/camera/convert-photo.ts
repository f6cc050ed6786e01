import { fileMaxBytes, photoMaxPixels } from '@clube/contract/kernel/file.ts'
import { encodePhoto } from './take-photo.ts'

/**
 * Converts a chosen picture to a JPEG within the upload limits. A file that already qualifies is returned unchanged; any
 * other that the browser can decode is re-encoded: PNG, WebP, HEIC in Safari, large photos. Null when it cannot be decoded.
 */
export async function convertPhoto(file: Blob): Promise<Blob | null> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    const isSuitable =
      file.type === 'image/jpeg' && file.size <= fileMaxBytes && width * height <= photoMaxPixels
    return isSuitable ? file : await encodePhoto(image, width, height)
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(url)
  }
}
