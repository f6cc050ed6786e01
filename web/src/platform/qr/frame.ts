/** Scans the current frame of a video. */
export type CodeReader = {
  /** The text of a code in the frame, or null. */
  readonly read: (video: HTMLVideoElement) => Promise<string | null>
  /** Releases what the reader uses. */
  readonly close: () => void
}

/** The used part of the browser's BarcodeDetector, missing from TypeScript's DOM types. */
type BarcodeDetectorClass = {
  new (options: { formats: string[] }): {
    detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>
  }
  getSupportedFormats: () => Promise<readonly string[]>
}

/** The texts of the codes in the current frame, by the browser's own detector; null if it lacks one of the formats. */
export async function createDetector(
  formats: readonly string[],
): Promise<((video: HTMLVideoElement) => Promise<string[]>) | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: BarcodeDetectorClass }
  const supported = await BarcodeDetector?.getSupportedFormats().catch((): string[] => [])
  if (!BarcodeDetector || !supported || !formats.every((format) => supported.includes(format))) return null
  const detector = new BarcodeDetector({ formats: [...formats] })
  return async (video) => {
    // Detectors occasionally reject a frame; the next one follows soon.
    const found = await detector.detect(video).catch(() => [])
    return found.map(({ rawValue }) => rawValue).filter((text) => text !== '')
  }
}

/** Copies frames of a video, at most `maxWidth` pixels wide; null while the video has no frame. */
export function createFrameGrabber(maxWidth: number): (video: HTMLVideoElement) => ImageData | null {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return (video) => {
    if (!context || video.videoWidth === 0) return null
    const scale = Math.min(1, maxWidth / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    return context.getImageData(0, 0, canvas.width, canvas.height)
  }
}
