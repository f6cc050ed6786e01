import sharp from 'sharp'
import { photoMaxPixels } from '@clube/contract/kernel/file.ts'
import { strokeText } from './stroke-letters.ts'

const maxTextLength = 80
/** Lines of text per picture, regardless of its size. */
const lines = 15
const quality = 80

/**
 * Covers a picture diagonally with text, light and dark so that it is visible on any background: who viewed it and
 * when, to trace leaked copies. At most 80 letters of the text are drawn.
 * @param photo a cleaned photo
 */
export const watermarkPhoto = async (photo: Uint8Array, text: string): Promise<Buffer> => {
  const picture = sharp(photo, { limitInputPixels: photoMaxPixels })
  const { width, height } = await picture.metadata()
  const overlay = overlayOf(text.slice(0, maxTextLength), width, height)
  return picture
    .composite([{ input: Buffer.from(overlay), top: 0, left: 0 }])
    .jpeg({ quality })
    .toBuffer()
}

const overlayOf = (text: string, width: number, height: number): string => {
  const { path, width: textWidth } = strokeText(text)
  // Grid units scale with the picture: a letter of 6 units takes about a third of a line.
  const scale = Math.max(width, height) / (lines * 18)
  const [tileWidth, tileHeight] = [textWidth + 12, 36]
  const line = (dx: number, dy: number) => `<g transform="translate(${dx} ${dy})">
    <path d="${path}" stroke="#000" stroke-opacity="0.28" stroke-width="1.5"/>
    <path d="${path}" stroke="#fff" stroke-opacity="0.5" stroke-width="0.7"/>
  </g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <defs><pattern id="text" width="${tileWidth}" height="${tileHeight}" patternUnits="userSpaceOnUse"
    patternTransform="rotate(-28) scale(${scale})" fill="none" stroke-linecap="round" stroke-linejoin="round">
    ${line(3, 6)}${line(3 - tileWidth / 2, 24)}${line(3 + tileWidth / 2, 24)}
  </pattern></defs>
  <rect width="${width}" height="${height}" fill="url(#text)"/>
</svg>`
}
