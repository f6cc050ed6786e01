import bwip from 'bwip-js/node'

/** A gray picture: one byte per pixel, 0 is black. */
export type GrayPicture = { width: number; height: number; pixels: Uint8Array<ArrayBuffer> }

type BarCodePicture = {
  symbology: 'code128' | 'interleaved2of5'
  /** Degrees, clockwise. */
  rotation?: number
  /** Width of the narrowest bar, in whole pixels. */
  module?: number
  /** The highest deviation of a pixel, of 255. */
  noise?: number
  size?: { width: number; height: number }
}

const paper = 235
const ink = 24
/** In pixels. */
const barHeight = 150

/** A fraction of 1 that depends on the position only, so that the picture is the same in every run. */
const noiseAt = (position: number): number => {
  const value = Math.sin(position * 12.9898) * 43_758.5453
  return value - Math.floor(value)
}

/** The widths of bars and spaces, alternating, beginning with a bar. */
function barWidths(symbology: BarCodePicture['symbology'], text: string): readonly number[] {
  const [symbol] = bwip.raw({ bcid: symbology, text })
  if (!symbol || !('sbs' in symbol)) throw new Error(`${symbology} has no bars`)
  return symbol.sbs
}

/** Each pixel is the mean of this number of points, in each direction, as in a camera. */
const pointsPerSide = 3

/** A bar code in the middle of a picture of paper. */
export function drawBarCode(text: string, options: BarCodePicture): GrayPicture {
  const { symbology, rotation = 0, module = 3, noise = 0, size = { width: 960, height: 720 } } = options
  const bars = barWidths(symbology, text).flatMap((bar, index) =>
    Array.from({ length: bar * module }, () => (index % 2 === 0 ? ink : paper)),
  )
  const { width, height } = size
  const [sine, cosine] = [Math.sin((rotation * Math.PI) / 180), Math.cos((rotation * Math.PI) / 180)]
  const grayAt = (x: number, y: number): number => {
    const along = x * cosine + y * sine + bars.length / 2
    const across = y * cosine - x * sine
    return (Math.abs(across) < barHeight / 2 ? bars[Math.floor(along)] : undefined) ?? paper
  }
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let sum = 0
      for (let point = 0; point < pointsPerSide ** 2; point += 1) {
        const dx = ((point % pointsPerSide) + 0.5) / pointsPerSide
        const dy = (Math.floor(point / pointsPerSide) + 0.5) / pointsPerSide
        sum += grayAt(x + dx - width / 2, y + dy - height / 2)
      }
      const grain = (noiseAt(y * width + x) - 0.5) * 2 * noise
      pixels[y * width + x] = Math.max(0, Math.min(255, Math.round(sum / pointsPerSide ** 2 + grain)))
    }
  return { width, height, pixels }
}

/** As the browser's `ImageData`, which Node lacks. */
export function imageDataOf({ width, height, pixels }: GrayPicture): ImageData {
  const data = new Uint8ClampedArray(width * height * 4)
  pixels.forEach((gray, index) => data.set([gray, gray, gray, 255], index * 4))
  return { width, height, data, colorSpace: 'srgb' } as ImageData
}

/**
 * A video of a picture for Chromium's `--use-file-for-fake-video-capture`: YUV4MPEG2, one frame that the browser
 * repeats.
 */
export function videoOf({ width, height, pixels }: GrayPicture): Uint8Array {
  const header = new TextEncoder().encode(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`)
  const gray = 128
  const video = new Uint8Array(header.length + pixels.length * 1.5).fill(gray)
  video.set(header)
  video.set(pixels, header.length)
  return video
}
