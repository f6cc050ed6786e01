/** Longest run of empty blocks in one Huffman symbol, and the symbol (EOB14). */
const longestRun = 32_767
const runSymbol = 0xe0

/**
 * A valid, black progressive JPEG in which every coefficient of every component is sent bit by bit in a scan of its
 * own: up to 882 scans per component in a few hundred kilobytes, for each of which a decoder must process the whole
 * image.
 */
export const manyScansJpeg = (input: { side: number; components: 1 | 3; scans: number }): Buffer => {
  const blocks = Math.ceil(input.side / 8) ** 2
  const ids = Array.from({ length: input.components }, (_, index) => index + 1)
  const passes: Buffer[] = []
  for (const id of ids)
    for (let coefficient = 1; coefficient <= 63; coefficient += 1)
      for (let bit = 13; bit >= 0; bit -= 1)
        passes.push(
          scan({
            ids: [id],
            band: [coefficient, coefficient],
            bits: bit === 13 ? [0, 13] : [bit + 1, bit],
            data: emptyBlocks(blocks),
          }),
        )
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(0xc2, [
      8,
      ...u16(input.side),
      ...u16(input.side),
      ids.length,
      ...ids.flatMap((id) => [id, 0x11, 0]),
    ]),
    segment(0xc4, [0x00, 1, ...Array<number>(15).fill(0), 0]),
    segment(0xc4, [0x10, 1, ...Array<number>(15).fill(0), runSymbol]),
    scan({ ids, band: [0, 0], bits: [0, 0], data: Buffer.alloc(Math.ceil((blocks * ids.length) / 8)) }),
    ...passes.slice(0, input.scans - 1),
    Buffer.from([0xff, 0xd9]),
  ])
}

const u16 = (value: number): [number, number] => [value >> 8, value & 0xff]

const segment = (marker: number, content: readonly number[]): Buffer =>
  Buffer.from([0xff, marker, ...u16(content.length + 2), ...content])

const scan = (input: {
  ids: readonly number[]
  band: readonly [number, number]
  bits: readonly [number, number]
  data: Buffer
}): Buffer => {
  const [high, low] = input.bits
  const head = [input.ids.length, ...input.ids.flatMap((id) => [id, 0x00]), ...input.band, (high << 4) | low]
  return Buffer.concat([segment(0xda, head), input.data])
}

/** Equal runs of empty blocks: the symbol's code is one zero bit, followed by the length less 2^14 in 14 bits. */
const emptyBlocks = (blocks: number): Buffer => {
  const runs = Math.ceil(blocks / longestRun)
  const shortest = Math.floor(blocks / runs)
  if (shortest < 16_384) throw new Error('The picture is too small')
  let bits = ''
  for (let run = 0; run < runs; run += 1) {
    const length = run < blocks % runs ? shortest + 1 : shortest
    bits += `0${(length - 16_384).toString(2).padStart(14, '0')}`
  }
  const bytes: number[] = []
  for (let start = 0; start < bits.length; start += 8) {
    const byte = Number.parseInt(bits.slice(start, start + 8).padEnd(8, '1'), 2)
    bytes.push(byte)
    if (byte === 0xff) bytes.push(0)
  }
  return Buffer.from(bytes)
}
