import { loadInTime } from '../navigation/lazy-page.tsx'

/** Scans the current frame of a video and returns the text of a QR code in it, or null. */
export type QrReader = (video: HTMLVideoElement) => Promise<string | null>

/** The used part of the browser's BarcodeDetector, missing from TypeScript's DOM types. */
type BarcodeDetectorClass = {
  new (options: { formats: string[] }): {
    detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>
  }
  getSupportedFormats: () => Promise<readonly string[]>
}

const format = 'qr_code'
/** Frame width: sufficient for the dense codes of receipts, affordable for slow phones. */
const maxWidthPixels = 960

/** The browser's detector where it supports QR codes, else a bundled decoder, loaded on demand. */
export async function createQrReader(): Promise<QrReader> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: BarcodeDetectorClass }
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => [])
  if (BarcodeDetector && formats?.includes(format)) {
    const detector = new BarcodeDetector({ formats: [format] })
    return async (video) => {
      // Detectors occasionally reject a frame; the next one follows soon.
      const found = await detector.detect(video).catch(() => [])
      return found[0]?.rawValue || null
    }
  }
  return createDecoder()
}

async function createDecoder(): Promise<QrReader> {
  const { default: decode } = await loadInTime(import('jsqr'))
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return (video) => {
    if (!context || video.videoWidth === 0) return Promise.resolve(null)
    const scale = Math.min(1, maxWidthPixels / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
    return Promise.resolve(decode(data, width, height)?.data || null)
  }
}
