import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inspectFile, readLines, readObjects } from './import-file.ts'
import type { FileRecord } from './import-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'address-file-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const write = async (content: string | Uint8Array, name = 'file') => {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
const all = async (pieces: AsyncGenerator<FileRecord>) => {
  const list: FileRecord[] = []
  for await (const piece of pieces) list.push(piece)
  return list
}

describe('lines', () => {
  it('lines of a file are read with their end offsets, including a last line without a line break', async () => {
    const path = await write('a\nçb\n\nd')
    expect(await all(readLines(path, 0))).toEqual([
      { text: 'a', end: 2 },
      { text: 'çb', end: 6 },
      { text: '', end: 7 },
      { text: 'd', end: 8 },
    ])
  })

  it('reading an import file can resume at the end of any line', async () => {
    const text = Array.from({ length: 9_000 }, (_, i) => `linha ${i} ção`).join('\n')
    const path = await write(text)
    const whole = await all(readLines(path, 0))
    expect(whole.map((piece) => piece.text).join('\n')).toBe(text)
    for (const index of [0, 4_711, 8_998]) {
      expect(await all(readLines(path, whole[index]?.end ?? 0))).toEqual(whole.slice(index + 1))
    }
  })

  it('an import file may be encoded in Latin-1', async () => {
    const path = await write(Buffer.from('Praça\nSé', 'latin1'))
    expect((await all(readLines(path, 0))).map((piece) => piece.text)).toEqual(['Praça', 'Sé'])
  })

  it('an overlong line of an import file is read without its text', async () => {
    const path = await write(`${'x'.repeat(300_000)}\nshort\n`)
    expect(await all(readLines(path, 0))).toEqual([
      { text: null, end: 300_001 },
      { text: 'short', end: 300_007 },
    ])
  })
})

describe('objects', () => {
  const objects = [
    '{"a":"}{\\"["}',
    '{"b":{"c":[{"d":1}]}}',
    `{"e":"${'ç'.repeat(20_000)}"}`,
    ...Array.from({ length: 5_000 }, (_, i) => `{"at": ${i}, "text": "\\\\"}`),
  ]

  it('JSON objects are read from a list or a sequence, and reading can resume at the end of any object', async () => {
    for (const content of [`\ufeff[${objects.join(',\n')}]\n`, objects.join('\n'), objects.join('')]) {
      const path = await write(content)
      const whole = await all(readObjects(path, 0))
      expect(whole.map((piece) => piece.text)).toEqual(objects)
      for (const index of [0, 1, 2, 3_333, objects.length - 1]) {
        expect(await all(readObjects(path, whole[index]?.end ?? 0))).toEqual(whole.slice(index + 1))
      }
    }
  })

  it('truncated and oversized objects in an import file are reported', async () => {
    const path = await write(`{"a":"${'x'.repeat(100_000)}"}{"b":1}{"c":`)
    expect((await all(readObjects(path, 0))).map((piece) => piece.text)).toEqual([null, '{"b":1}', '{"c":'])
  })
})

describe('a file', () => {
  it('an import file is identified by its content, not its name', async () => {
    const one = await inspectFile(await write('a;b\n1;2\n', 'one'))
    const same = await inspectFile(await write('a;b\n1;2\n', 'other'))
    const different = await inspectFile(await write('a;b\n1;3\n', 'one'))
    expect(one).toMatchObject({ bytes: 8, format: 'lines' })
    expect(same.fingerprint).toBe(one.fingerprint)
    expect(different.fingerprint).not.toBe(one.fingerprint)
    expect((await inspectFile(await write('\ufeff [{}]'))).format).toBe('objects')
    expect((await inspectFile(await write(''))).format).toBe('lines')
  })
})
