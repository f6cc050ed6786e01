import { createHash } from 'node:crypto'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { compileAssemblyScript } from '../../../build/assemblyscript.ts'
import { createPlainSearch } from './plain-search.ts'
import { absorbSalt, digestOf, readDigest } from './salted-hash.ts'
import { searchShare } from './search-share.ts'
import { createWasmSearch } from './wasm-search.ts'

let wasm: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  wasm = Uint8Array.from(await compileAssemblyScript(join(import.meta.dirname, 'assembly/search.ts')))
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hexOf = (words: Int32Array) =>
  [...words].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')

const run = (
  task: { salt: string; number: number; maxnumber: number; shares?: number },
  withWasm: boolean,
) => {
  const { salt, maxnumber, shares = 1 } = task
  const challenge = sha256(`${salt}${task.number}`)
  return Array.from({ length: shares }, (_, share) => {
    const search = searchShare({ salt, challenge, maxnumber, share, shares }, withWasm ? wasm : null)
    let step = search.next()
    while (!step.done) step = search.next()
    return step.value
  })
}

const vectorSalt = '3ed2a62e72742b4b23d5ac74?scope=signin&expires=1795243374&'
/** A salt as the server creates it: 109 bytes, so that digits and padding fit into its last block. */
const serverSalt = `${'3ed2a62e'.repeat(6)}3ed2a6?scope=signin&flow=0123456789abcdef&expires=1795243374&`

it('the captcha digest equals the known test vector', () => {
  expect(hexOf(digestOf(absorbSalt(vectorSalt), 19612))).toBe(
    '1eddf5e78ee21e296a1884a09a611b4ab2353a6253972e16eddef7fcd7e8da70',
  )
})

it('the captcha digest equals that of node:crypto for random salts, accents included', () => {
  const salts = fc.string({ unit: 'grapheme', maxLength: 200 })
  fc.assert(
    fc.property(salts, fc.nat({ max: 9_999_999 }), (salt, number) => {
      expect(hexOf(digestOf(absorbSalt(salt), number))).toBe(sha256(`${salt}${number}`))
    }),
  )
})

it('a salt of the server’s length leaves room for seven digits and the padding in its last block', () => {
  expect(serverSalt.length % 64).toBe(45)
})

describe.each([
  ['WebAssembly', true],
  ['plain JavaScript', false],
])('%s', (_name, withWasm) => {
  it('the captcha search finds the number of the known test vector', () => {
    expect(run({ salt: vectorSalt, number: 19612, maxnumber: 1_000_000 }, withWasm)).toEqual([19612])
  })

  it.each([0, 1, 9, 10, 99, 100, 999, 1000, 1001, 1999, 2000, 9999, 10_000, 19_999, 20_000, 20_001])(
    'the captcha search finds the number %i in a range up to 20,001',
    (number) => {
      expect(run({ salt: serverSalt, number, maxnumber: 20_001 }, withWasm)).toEqual([number])
    },
  )

  it('the captcha search finds the number for salts of every length modulo a block', () => {
    for (let length = 24; length < 24 + 64; length += 1) {
      const number = 4321 + length
      expect([length, ...run({ salt: 'a'.repeat(length), number, maxnumber: 6000 }, withWasm)]).toEqual([
        length,
        number,
      ])
    }
  })

  it('the captcha search finds numbers of six and seven digits', () => {
    for (const number of [123_456, 1_000_000, 1_002_003]) {
      const task = { salt: serverSalt, number, maxnumber: 1_002_500, shares: 16 }
      expect(run(task, withWasm).filter((found) => found !== null)).toEqual([number])
    }
  })

  it('the workers’ shares of a captcha search cover the range without gaps', () => {
    for (const number of [0, 999, 1000, 1999, 2000, 2999, 3000, 4999, 5000, 5999, 6000]) {
      const found = run({ salt: serverSalt, number, maxnumber: 6000, shares: 3 }, withWasm)
      expect(found.filter((value) => value !== null)).toEqual([number])
    }
  })

  it('a captcha search without a solution in its range returns null', () => {
    expect(run({ salt: serverSalt, number: 5001, maxnumber: 5000 }, withWasm)).toEqual([null])
  })

  it('a captcha search does not accept a hash that matches only in the compared word', () => {
    const digest = sha256(`${serverSalt}4321`)
    const lookalike = `${digest[0] === '0' ? '1' : '0'}${digest.slice(1)}`
    const search = searchShare(
      { salt: serverSalt, challenge: lookalike, maxnumber: 5999, share: 0, shares: 1 },
      withWasm ? wasm : null,
    )
    const steps = [search.next(), search.next(), search.next(), search.next()]
    expect(steps.map((step) => step.value)).toEqual([undefined, undefined, undefined, null])
  })
})

it('the JavaScript captcha search returns the number, the WebAssembly search the first of the four numbers it compares together', () => {
  const salted = absorbSalt(serverSalt)
  const expectedWord = readDigest(sha256(`${serverSalt}7654`))[7]!
  expect(createPlainSearch(salted, expectedWord)(6, 2)).toBe(7654)
  expect(createWasmSearch(wasm, salted, expectedWord)?.(6, 2)).toBe(7652)
})

it('a WebAssembly module that cannot be compiled yields no captcha search', () => {
  expect(createWasmSearch(Uint8Array.of(0, 97, 115, 109, 2, 0, 0, 0), absorbSalt(serverSalt), 0)).toBeNull()
})
