import sharp, { type JpegOptions } from 'sharp'
import { expect, test } from 'vitest'
import { manyScansJpeg } from '../../testing/many-scans-jpeg.ts'
import { readJpegHeader } from './jpeg-header.ts'

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#789',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
const marker = (file: Buffer, value: number) => file.indexOf(Buffer.from([0xff, value]))
const withByte = (file: Buffer, offset: number, value: number) => {
  const changed = Buffer.from(file)
  changed[offset] = value
  return changed
}
const outcome = (file: Uint8Array) => {
  const header = readJpegHeader(file)
  return header.ok ? 'read' : header.error
}

test.each<[string, JpegOptions]>([
  ['baseline', {}],
  ['baseline with full chroma resolution', { chromaSubsampling: '4:4:4' }],
  ['progressive', { progressive: true }],
  ['progressive with optimized scans', { mozjpeg: true }],
])('the header of a photo is read without decoding: %s', async (_, options) => {
  const file = await noise(321, 123).jpeg(options).toBuffer()
  const trailing = Buffer.concat([file, Buffer.from('a second picture')])
  for (const each of [file, trailing])
    expect(readJpegHeader(each)).toEqual({ ok: true, width: 321, height: 123, bytes: file.length })
})

test('restart markers and fill bytes are accepted in a photo', async () => {
  const file = await noise(64, 64).jpeg().toBuffer()
  const scan = marker(file, 0xda)
  const filled = Buffer.concat([file.subarray(0, scan), Buffer.from([0xff, 0xff]), file.subarray(scan)])
  expect(outcome(filled)).toBe('read')
  const restarted = Buffer.concat([file.subarray(0, -2), Buffer.from([0xff, 0xd0]), file.subarray(-2)])
  expect(outcome(restarted)).toBe('read')
})

test('a progressive photo has at most 20 scans, a baseline photo one per component', async () => {
  expect(outcome(manyScansJpeg({ side: 2000, components: 1, scans: 20 }))).toBe('read')
  expect(outcome(manyScansJpeg({ side: 2000, components: 1, scans: 21 }))).toBe('unusual')
  expect(outcome(manyScansJpeg({ side: 2000, components: 3, scans: 882 }))).toBe('unusual')
  const file = await noise(64, 64).jpeg().toBuffer()
  const scan = file.subarray(marker(file, 0xda), -2)
  const repeated = (times: number) =>
    Buffer.concat([file.subarray(0, -2), ...Array<Buffer>(times).fill(scan), file.subarray(-2)])
  expect(outcome(repeated(2))).toBe('read')
  expect(outcome(repeated(3))).toBe('unusual')
})

test('JPEG features that no camera uses are rejected', async () => {
  const file = await noise(64, 64).jpeg().toBuffer()
  const frame = marker(file, 0xc0)
  const coded = (value: number) => outcome(withByte(file, frame + 1, value))
  for (const lossless of [0xc3, 0xc5, 0xc6, 0xc7]) expect(coded(lossless)).toBe('unusual')
  for (const arithmetic of [0xc9, 0xca, 0xcb, 0xcc, 0xcd]) expect(coded(arithmetic)).toBe('unusual')
  expect(outcome(withByte(file, frame + 4, 12)), 'precision').toBe('unusual')
  expect(outcome(withByte(file, frame + 11, 0x33)), 'sampling').toBe('unusual')
  expect(outcome(withByte(file, frame + 14, 0x44)), 'chroma resolution above luma').toBe('unusual')
  const flat = Buffer.from(file)
  flat.writeUInt16BE(0, frame + 5)
  expect(outcome(flat), 'height given later').toBe('unusual')
  const length = 2 + file.readUInt16BE(frame + 2)
  const twice = Buffer.concat([
    file.subarray(0, frame),
    file.subarray(frame, frame + length),
    file.subarray(frame),
  ])
  expect(outcome(twice), 'two frames').toBe('unusual')
  const comment = Buffer.from([0xff, 0xfe, 0, 3, 65])
  const commented = (times: number) =>
    outcome(Buffer.concat([file.subarray(0, 2), ...Array<Buffer>(times).fill(comment), file.subarray(2)]))
  expect([commented(200), commented(257)]).toEqual(['read', 'unusual'])
})

test('a photo truncated at any byte is damaged, and a corrupted header never throws', async () => {
  const file = await noise(48, 32).jpeg({ progressive: true }).toBuffer()
  for (let length = 3; length < file.length; length += 1)
    expect(outcome(file.subarray(0, length))).toBe('damaged')
  for (let offset = 0; offset < 700; offset += 1)
    for (const value of [0, 0xff, 0xd8, 0xda, 0xc2]) readJpegHeader(withByte(file, offset, value))
})
