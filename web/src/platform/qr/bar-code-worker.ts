import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { decodeBarCodes, loadDecoder } from './bar-code.ts'

/** One frame of the camera, as RGBA. */
export type Frame = { width: number; height: number; pixels: Uint8ClampedArray<ArrayBuffer> }

/** `ready` and `failed` are sent once, without a request. */
export type BarCodeMessage = { kind: 'ready' } | { kind: 'failed' } | { kind: 'texts'; texts: string[] }

const reply = (message: BarCodeMessage): void => postMessage(message)

loadDecoder({ locateFile: () => wasmUrl }).then(
  () => reply({ kind: 'ready' }),
  () => reply({ kind: 'failed' }),
)

let frames = 0

onmessage = ({ data: { width, height, pixels } }: MessageEvent<Frame>) => {
  frames += 1
  decodeBarCodes(new ImageData(pixels, width, height), frames).then(
    (texts) => reply({ kind: 'texts', texts }),
    // A frame that cannot be decoded is like one without a code; the next one follows soon.
    () => reply({ kind: 'texts', texts: [] }),
  )
}
