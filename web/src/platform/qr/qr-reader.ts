import { loadInTime } from '../navigation/lazy-page.tsx'
import { createDetector, createFrameGrabber, type CodeReader } from './frame.ts'

/** Frame width: sufficient for the dense codes of receipts, affordable for slow phones. */
const maxWidthPixels = 960

/** Reads QR codes: the browser's detector where it supports them, else a bundled decoder, loaded on demand. */
export async function createQrReader(): Promise<CodeReader> {
  const detect = await createDetector(['qr_code'])
  const close = () => {}
  if (detect) return { read: async (video) => (await detect(video))[0] ?? null, close }
  const { default: decode } = await loadInTime(import('jsqr'))
  const grab = createFrameGrabber(maxWidthPixels)
  const read = (video: HTMLVideoElement) => {
    const frame = grab(video)
    return Promise.resolve(frame && (decode(frame.data, frame.width, frame.height)?.data || null))
  }
  return { read, close }
}
