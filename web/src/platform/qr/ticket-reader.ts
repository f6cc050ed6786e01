import { parseTicketNumber } from '@clube/contract/kernel/ticket-number.ts'
import { trustedScriptUrl } from '../trusted-script.ts'
import type { BarCodeMessage, Frame } from './bar-code-worker.ts'
import workerUrl from './bar-code-worker.ts?worker&url'
import { createDetector, createFrameGrabber, type CodeReader } from './frame.ts'

/** Frame width: the bars of a ticket are thinner than the modules of a QR code. */
const maxWidthPixels = 1280

/** How long the decoder may take to load, in milliseconds. */
const loadMs = 30_000

/**
 * Reads the bar codes of car-park tickets (Code 128, ITF), and QR codes: the browser's detector where it supports all of
 * them, else a decoder in a worker, loaded on demand.
 * @throws if the decoder did not load
 */
export async function createTicketReader(): Promise<CodeReader> {
  const agree = createAgreement()
  const detect = await createDetector(['code_128', 'itf', 'qr_code'])
  if (detect) return { read: async (video) => agree(await detect(video)), close: () => {} }
  const decoder = await startDecoder()
  const grab = createFrameGrabber(maxWidthPixels)
  return {
    read: async (video) => {
      const frame = grab(video)
      return frame ? agree(await decoder.decode(frame)) : null
    },
    close: decoder.close,
  }
}

/**
 * Accepts a text that two successive frames agree on: an ITF code has no check digit, and a scan of a part of it is a
 * shorter number. Of several codes a ticket number is preferred.
 */
export function createAgreement(): (texts: readonly string[]) => string | null {
  let last: string | null = null
  return (texts) => {
    const text = texts.find((each) => parseTicketNumber(each) !== null) ?? texts[0] ?? null
    // A frame without a code, such as a blurred one, is no disagreement.
    if (text === null) return null
    const isAgreed = text === last
    last = text
    return isAgreed ? text : null
  }
}

async function startDecoder() {
  const worker = new Worker(trustedScriptUrl('clube-bar-code', workerUrl), {
    // Built workers are classic scripts, for older phones; in development they are modules.
    type: import.meta.env.DEV ? 'module' : 'classic',
    name: 'bar-code',
  })
  let settle: (texts: string[]) => void = () => {}
  const ready = Promise.withResolvers<void>()
  const fail = () => ready.reject(new Error('The bar code decoder did not load'))
  const timer = setTimeout(fail, loadMs)
  worker.onerror = fail
  worker.onmessage = ({ data }: MessageEvent<BarCodeMessage>) => {
    switch (data.kind) {
      case 'ready':
        return ready.resolve()
      case 'failed':
        return fail()
      case 'texts':
        return settle(data.texts)
      default:
        return data satisfies never
    }
  }
  try {
    await ready.promise
  } catch (error) {
    worker.terminate()
    throw error
  } finally {
    clearTimeout(timer)
  }
  return {
    /** One frame at a time. */
    decode: ({ data: pixels, width, height }: ImageData): Promise<string[]> =>
      new Promise((resolve) => {
        settle = resolve
        const frame: Frame = { width, height, pixels: pixels as Uint8ClampedArray<ArrayBuffer> }
        worker.postMessage(frame, [frame.pixels.buffer])
      }),
    close: () => {
      worker.terminate()
      settle([])
    },
  }
}
