import { create } from 'qrcode'

const width = 640
const height = 480
const white = 235
const black = 16
const gray = 128
/** Quiet zone around the code, in modules. */
const quiet = 4

/**
 * A video of a QR code on white for Chromium's `--use-file-for-fake-video-capture`: YUV4MPEG2, one frame that
 * the browser repeats.
 */
export function videoOfQrCode(text: string): Buffer {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const scale = Math.floor(height / (modules.size + 2 * quiet))
  const left = Math.floor((width - modules.size * scale) / 2)
  const top = Math.floor((height - modules.size * scale) / 2)
  const luma = Buffer.alloc(width * height, white)
  for (let y = 0; y < modules.size * scale; y += 1)
    for (let x = 0; x < modules.size * scale; x += 1)
      if (modules.get(Math.floor(y / scale), Math.floor(x / scale)))
        luma[(top + y) * width + left + x] = black
  const chroma = Buffer.alloc((width * height) / 2, gray)
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  return Buffer.concat([header, Buffer.from('FRAME\n'), luma, chroma])
}
