import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPhotoDecoder } from './photo-decoder.ts'

/** A generated picture with some detail. */
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b08968' } }).composite([
    {
      input: Buffer.from(
        `<svg width="${width}" height="${height}"><rect width="${width / 2}" height="${height / 2}" fill="#1d3557"/></svg>`,
      ),
    },
  ])

const decoder = createPhotoDecoder()
afterAll(() => decoder.close())
const cleanPhoto = (file: Uint8Array) => decoder.clean(new Blob([new Uint8Array(file)]))

let jpeg: Buffer
beforeAll(async () => {
  jpeg = await picture(640, 480).jpeg().toBuffer()
})

const error = async (file: Uint8Array) => {
  const cleaned = await cleanPhoto(file)
  return cleaned.ok ? 'clean' : cleaned.error
}

/** A JPEG marker segment of application data or a comment. */
const segment = (marker: number, content: string | Buffer) => {
  const body = Buffer.from(content)
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}
const withSegment = (marker: number, content: string) =>
  Buffer.concat([jpeg.subarray(0, 2), segment(marker, content), jpeg.subarray(2)])

/** Changes the declared size of a baseline JPEG. */
const withDeclaredSize = (width: number, height: number) => {
  const resized = Buffer.from(jpeg)
  const frame = resized.indexOf(Buffer.from([0xff, 0xc0]))
  expect(frame).toBeGreaterThan(0)
  resized.writeUInt16BE(height, frame + 5)
  resized.writeUInt16BE(width, frame + 7)
  return resized
}

/** A PNG of black pixels: a few hundred bytes that decode to gigabytes. */
const pngBomb = (side: number) => {
  const chunk = (type: string, data: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    return Buffer.concat([size, Buffer.from(type), data, Buffer.alloc(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 8
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a valid photo', () => {
  it('a valid photo is re-encoded as a JPEG without metadata', async () => {
    const file = await picture(640, 480)
      .withExif({
        IFD0: { Make: 'Camera', Artist: 'Ana Souza' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '22/1 54/1 0/1' },
      })
      .withIccProfile('p3')
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>Ana Souza</secret></x:xmpmeta>')
      .jpeg()
      .toBuffer()
    const before = await sharp(file).metadata()
    expect([before.exif, before.icc, before.xmp].map((found) => found !== undefined)).toEqual([
      true,
      true,
      true,
    ])

    const cleaned = await cleanPhoto(file)
    if (!cleaned.ok) throw new Error(cleaned.error)
    const after = await sharp(cleaned.bytes).metadata()
    expect(after).toMatchObject({ format: 'jpeg', width: 640, height: 480, space: 'srgb' })
    expect([after.exif, after.icc, after.xmp, after.iptc]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(cleaned.bytes.includes('Ana Souza')).toBe(false)
    expect(cleaned.bytes.includes('Exif')).toBe(false)
  })

  it('a valid photo is rotated upright', async () => {
    const rotated = await picture(640, 480).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await cleanPhoto(rotated)).toMatchObject({ ok: true, width: 480, height: 640 })
    const cleaned = await cleanPhoto(rotated)
    if (!cleaned.ok) throw new Error(cleaned.error)
    expect((await sharp(cleaned.bytes).metadata()).orientation).toBeUndefined()
  })

  it('a cleaned photo is at most 2400 px on its longest side', async () => {
    expect(await cleanPhoto(await picture(4800, 3600).jpeg().toBuffer())).toMatchObject({
      ok: true,
      width: 2400,
      height: 1800,
    })
  })

  it('a grayscale photo is converted to RGB', async () => {
    const file = await picture(64, 64).toColorspace('b-w').jpeg().toBuffer()
    const cleaned = await cleanPhoto(file)
    if (!cleaned.ok) throw new Error(cleaned.error)
    expect((await sharp(cleaned.bytes).metadata()).space).toBe('srgb')
  })
})

describe('a hostile file', () => {
  it.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['an empty file', 'empty', () => Buffer.alloc(0)],
    ['random bytes', 'not-jpeg', () => Buffer.concat([Buffer.of(1), randomBytes(5000)])],
    [
      'random bytes that start like a JPEG',
      'damaged',
      () => Buffer.concat([Buffer.of(0xff, 0xd8, 0xff), Buffer.alloc(5000, 7)]),
    ],
    ['only the first bytes of a JPEG', 'damaged', () => Buffer.of(0xff, 0xd8, 0xff)],
    [
      'an SVG',
      'not-jpeg',
      () =>
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
        ),
    ],
    ['an HTML page', 'not-jpeg', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF', 'not-jpeg', () => picture(64, 64).gif().toBuffer()],
    ['a PNG', 'not-jpeg', () => picture(64, 64).png().toBuffer()],
    ['a WebP', 'not-jpeg', () => picture(64, 64).webp().toBuffer()],
    ['a TIFF', 'not-jpeg', () => picture(64, 64).tiff().toBuffer()],
    ['a PNG bomb', 'not-jpeg', () => pngBomb(60_000)],
    ['a truncated photo', 'damaged', () => jpeg.subarray(0, Math.floor(jpeg.length / 2))],
    ['a photo without its end', 'damaged', () => jpeg.subarray(0, jpeg.length - 400)],
    ['a photo of 30 MP', 'too-many-pixels', () => picture(6000, 5000).jpeg().toBuffer()],
    [
      'a JPEG that declares 65,500 × 65,500 pixels',
      'too-many-pixels',
      () => withDeclaredSize(65_500, 65_500),
    ],
    ['a photo that declares more pixels than it contains', 'damaged', () => withDeclaredSize(4000, 4000)],
    ['a photo in CMYK', 'unusual', () => picture(64, 64).toColorspace('cmyk').jpeg().toBuffer()],
  ])('an upload (%s) is rejected as %s', async (_, expected, make) => {
    expect(await error(await make())).toBe(expected)
  })

  it.each<[string, string, () => Buffer]>([
    ['HTML in a comment', '<script>', () => withSegment(0xfe, '<html><script>alert(1)</script></html>')],
    ['PHP in application data', '<?php', () => withSegment(0xec, '<?php system($_GET[0]); ?>')],
    ['HTML after its end', '<script>', () => Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')])],
    [
      'a ZIP after its end',
      'PK\x03\x04',
      () => Buffer.concat([jpeg, Buffer.from('PK\x03\x04evil.exe', 'latin1'), randomBytes(300)]),
    ],
  ])('a photo with %s is rejected or sanitized', async (_, payload, make) => {
    const file = make()
    expect(file.includes(Buffer.from(payload, 'latin1'))).toBe(true)
    const cleaned = await cleanPhoto(file)
    if (!cleaned.ok) return expect(cleaned.error).toBe('damaged')
    expect(cleaned.bytes.includes(Buffer.from(payload, 'latin1'))).toBe(false)
  })

  it('a corrupted photo is rejected or re-encoded, never returned unchanged', async () => {
    let seed = 11
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below
    for (let round = 0; round < 60; round += 1) {
      const broken = Buffer.from(jpeg)
      for (let change = 0; change <= random(8); change += 1) broken[random(broken.length)] = random(256)
      const cleaned = await cleanPhoto(broken)
      if (cleaned.ok) expect(cleaned.bytes.equals(broken)).toBe(false)
      else expect(['not-jpeg', 'too-many-pixels', 'unusual', 'damaged']).toContain(cleaned.error)
    }
  })
})
