import { prepareZXingModule, readBarcodes, type ZXingModuleOverrides } from 'zxing-wasm/reader'

/** Bar codes of car-park tickets, and the QR codes that some car parks print instead. */
const formats = ['Code128', 'ITF', 'QRCode'] as const

/** A ticket may have several codes, such as that of an advertisement. */
const maxCodes = 4

/**
 * Degrees by which a picture is turned before it is read: the decoder reads along rows and columns only. At a larger angle
 * than 11° a row crosses a part of a long bar code.
 */
const angles = [22.5, 45, -22.5] as const

/**
 * Loads the decoder; without an override it would be loaded from another site.
 * @throws if it cannot be loaded, or the content security policy forbids it
 */
export const loadDecoder = async (
  overrides: Required<Pick<ZXingModuleOverrides, 'locateFile'>> | Pick<ZXingModuleOverrides, 'wasmBinary'>,
): Promise<void> => {
  await prepareZXingModule({ overrides, fireImmediately: true })
}

/**
 * The texts of the codes in a picture. Of a code without a check digit, a part of it may be read as a shorter text, so such
 * a picture is read at every angle, and texts that are part of another are omitted.
 * @param attempt the number of the frame: without a code, one more angle is tried, each time another
 */
export async function decodeBarCodes(picture: ImageData, attempt = 0): Promise<string[]> {
  const found = await read(picture)
  if (found.length === 0) found.push(...(await read(turn(picture, angles[attempt % angles.length]!))))
  if (found.some(({ format }) => format === 'ITF'))
    for (const angle of angles) found.push(...(await read(turn(picture, angle))))
  const texts = [...new Set(found.map(({ text }) => text))]
  return texts.filter((text) => !texts.some((other) => other !== text && other.includes(text)))
}

async function read(picture: ImageData) {
  const found = await readBarcodes(picture, {
    formats: [...formats],
    maxNumberOfSymbols: maxCodes,
    tryHarder: true,
    tryRotate: true,
    tryInvert: false,
  })
  return found.filter(({ isValid }) => isValid)
}

const white = 0xffffffff

/** The picture turned around its center, in the same size: what is in the corners is lost. */
function turn({ width, height, data }: ImageData, degrees: number): ImageData {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const source = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const turned = new Uint32Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const down = y - height / 2
    for (let x = 0; x < width; x += 1) {
      const right = x - width / 2
      const fromX = Math.round(right * cosine - down * sine + width / 2)
      const fromY = Math.round(right * sine + down * cosine + height / 2)
      const isInside = fromX >= 0 && fromX < width && fromY >= 0 && fromY < height
      turned[y * width + x] = isInside ? source[fromY * width + fromX]! : white
    }
  }
  // The decoder needs these properties only; Node lacks the class.
  return { width, height, data: new Uint8ClampedArray(turned.buffer), colorSpace: 'srgb' } as ImageData
}
