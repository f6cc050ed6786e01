import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { beforeAll, expect, test } from 'vitest'
import { drawBarCode, imageDataOf } from '../../testing/bar-code-image.ts'
import { decodeBarCodes, loadDecoder } from './bar-code.ts'
import { createAgreement } from './ticket-reader.ts'

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const { buffer, byteOffset, byteLength } = await readFile(file)
  await loadDecoder({ wasmBinary: (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength) })
})

const number = '00412345678906'

const rotations = [0, 20, -35, 90]

test.each(
  (['code128', 'interleaved2of5'] as const).flatMap((symbology) =>
    rotations.map((rotation) => ({ symbology, rotation, noise: 20 })),
  ),
)(
  'a noisy picture of a ticket in $symbology, rotated by $rotation degrees, is read within 3 frames',
  async (options) => {
    const picture = imageDataOf(drawBarCode(number, options))
    const frames = []
    for (const attempt of [0, 1, 2]) frames.push(await decodeBarCodes(picture, attempt))
    // A part of the number is never read as a ticket number.
    expect(frames.filter((texts) => texts.length > 0)).toContainEqual([number])
    expect(new Set(frames.flat())).toEqual(new Set([number]))
  },
)

test('tickets of 6 and of 20 digits are read', async () => {
  for (const text of ['123456', '12345678901234567890']) {
    const code128 = drawBarCode(text, { symbology: 'code128' })
    const itf = drawBarCode(text, { symbology: 'interleaved2of5' })
    expect(await decodeBarCodes(imageDataOf(code128))).toEqual([text])
    expect(await decodeBarCodes(imageDataOf(itf))).toEqual([text])
  }
})

test('a picture without a bar code gives no text', async () => {
  const paper = { width: 640, height: 480, pixels: new Uint8Array(640 * 480).fill(235) }
  expect(await decodeBarCodes(imageDataOf(paper))).toEqual([])
})

test('a ticket number is accepted once two successive frames agree, and a blurred frame between them does not count', () => {
  const agree = createAgreement()
  expect(agree([number])).toBeNull()
  expect(agree([])).toBeNull()
  expect(agree([number])).toBe(number)
  // A scan of a part of the bars, then the whole code.
  expect(agree([number.slice(0, 8)])).toBeNull()
  expect(agree([number])).toBeNull()
  expect(agree([number])).toBe(number)
})

test('a ticket number is preferred to other codes on the ticket', () => {
  const agree = createAgreement()
  const texts = ['https://ipe.com.br/estacionamento', number]
  agree(texts)
  expect(agree(texts)).toBe(number)
})
