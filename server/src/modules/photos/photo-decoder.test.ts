import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { jpeg } from '../../testing/jpeg.ts'
import { createPasswordHasher } from '../identity/index.ts'
import { createPhotoDecoder, type PhotoDecoder, type PhotoDecoderOptions } from './photo-decoder.ts'

/** Never responds to a 1 × 1 photo, exits on a 2 × 2 photo, and cleans all others. */
const program = join(import.meta.dirname, '../../testing/hanging-decoding-process.ts')
const fileOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)])
const pixel = async (side: number) =>
  fileOf(
    await sharp({ create: { width: side, height: side, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer(),
  )

const opened: PhotoDecoder[] = []
const create = (options: PhotoDecoderOptions = {}) => {
  const decoder = createPhotoDecoder({ processes: 1, ...options })
  opened.push(decoder)
  return decoder
}
afterEach(() => {
  for (const decoder of opened.splice(0)) decoder.close()
})

test('a decoder that hangs is killed and replaced, and passwords are hashed while it hangs', async () => {
  const ends: string[] = []
  const decoder = create({ program, timeout_ms: 500, onEnd: ({ reason }) => ends.push(reason) })
  const hanging = decoder.clean(await pixel(1)).then((result) => {
    ends.push('answered')
    return result
  })
  const next = decoder.clean(fileOf(await jpeg()))
  const matches = await createPasswordHasher().admit(async ({ hash, verify }) =>
    verify(await hash('Girassol-27'), 'Girassol-27'),
  )
  expect(matches).toBe(true)
  expect(ends, 'hashing waited for the decoder').toEqual([])
  expect(await hanging).toEqual({ ok: false, error: 'damaged' })
  expect(await next).toMatchObject({ ok: true, width: 320 })
  expect(ends).toEqual(['timeout', 'answered'])
})

test('a decoder that crashes is replaced', async () => {
  const ends: string[] = []
  const decoder = create({ program, onEnd: ({ reason }) => ends.push(reason) })
  expect(await decoder.clean(await pixel(2))).toEqual({ ok: false, error: 'damaged' })
  expect(await decoder.clean(fileOf(await jpeg()))).toMatchObject({ ok: true, width: 320 })
  expect(ends).toEqual(['ended'])
})

test('a decoder that does not start is reported as unavailable, not as a damaged photo', async () => {
  const decoder = create({ program: '/nothing-here.ts' })
  await expect(decoder.clean(fileOf(await jpeg()))).rejects.toMatchObject({
    name: 'Unavailable',
    retryAfterSeconds: 5,
  })
})

test('a PDF whose inspection hangs is broken, and the next one is inspected', async () => {
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /S /Launch >>\nendobj\n%%EOF\n')
  expect(await create({ program, timeout_ms: 500 }).inspectPdf(pdf)).toBe('broken')
  const decoder = create()
  expect(await decoder.inspectPdf(pdf)).toBe('active')
  expect(await decoder.inspectPdf(Buffer.from('%PDF-1.4\n%%EOF\n'))).toBe('plain')
})

test('when too many photos are waiting, the next is refused with Retry-After', async () => {
  const decoder = create({ queue: 2 })
  const photo = await jpeg()
  const three = Promise.all([
    decoder.clean(fileOf(photo)),
    decoder.clean(fileOf(photo)),
    decoder.clean(fileOf(photo)),
  ])
  await expect(decoder.clean(fileOf(photo))).rejects.toMatchObject({
    name: 'Unavailable',
    retryAfterSeconds: 5,
  })
  expect((await three).map(({ ok }) => ok)).toEqual([true, true, true])
})

test('a photo viewed by staff is watermarked before the uploads in the queue', async () => {
  const decoder = create()
  const photo = await jpeg()
  const order: string[] = []
  await Promise.all([
    ...['first', 'second'].map((name) => decoder.clean(fileOf(photo)).then(() => order.push(name))),
    decoder.watermark(photo, 'Ana').then((bytes) => order.push(bytes.length > 0 ? 'view' : 'nothing')),
  ])
  expect(order).toEqual(['first', 'view', 'second'])
})

test('the decoder process does not inherit the server’s secret and cannot write files', async () => {
  const decoder = create({ program })
  const before = process.env['CLUB_SECRET']
  process.env['CLUB_SECRET'] = 'a secret'
  try {
    // For a photo of 3 × 3 pixels the size of the result reports what the process can access.
    expect(await decoder.clean(await pixel(3))).toMatchObject({ ok: true, width: 0, height: 0 })
  } finally {
    if (before === undefined) delete process.env['CLUB_SECRET']
    else process.env['CLUB_SECRET'] = before
  }
})
