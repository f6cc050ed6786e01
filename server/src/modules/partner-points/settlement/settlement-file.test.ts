import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settlementHeader } from '@clube/contract/partner-points/settlement-calls.ts'
import { readSettlementPart, type SettlementLine } from './settlement-file.ts'

const period = { from: new Date('2026-11-01T03:00:00Z'), to: new Date('2026-12-01T03:00:00Z') }
const key = '0197f0a0-1c5d-7a41-8a53-6f2b8f0f3a11'

const readAll = (bytes: Buffer, cuts: readonly number[] = []) => {
  let state = { tail: Buffer.alloc(0), read_lines: 0 }
  const lines: SettlementLine[] = []
  const errors: { line: number; reason: string }[] = []
  const ends = [...new Set(cuts.map((cut) => cut % bytes.length))].toSorted((a, b) => a - b)
  let start = 0
  for (const end of [...ends.filter((each) => each > 0), bytes.length]) {
    const read = readSettlementPart({
      ...state,
      part: bytes.subarray(start, end),
      isLast: end === bytes.length,
      period,
      maxErrors: 100,
    })
    lines.push(...read.lines)
    errors.push(...read.errors)
    state = { tail: Buffer.from(read.tail), read_lines: read.read_lines }
    start = end
  }
  return { lines, errors, tail: state.tail }
}

test('a line has the partner’s number, the participation, the kind, the points and the instant', () => {
  const { lines, errors } = readAll(
    Buffer.from(
      `${settlementHeader}\nD1;${key.toUpperCase()};debito;2000;2026-11-20T14:30:00-03:00\nE-2;;devolucao;1;2026-11-20T14:30:00.5Z`,
    ),
  )
  expect(errors).toEqual([])
  expect(lines).toEqual([
    {
      line: 2,
      kind: 'debit',
      reference: 'D1',
      transaction_id: key,
      points: 2000,
      occurred_at: new Date('2026-11-20T17:30:00Z'),
    },
    {
      line: 3,
      kind: 'refund',
      reference: 'E-2',
      transaction_id: null,
      points: 1,
      occurred_at: new Date('2026-11-20T14:30:00.500Z'),
    },
  ])
})

test('the period begins with its first instant and excludes its end', () => {
  const at = (instant: string) =>
    readAll(Buffer.from(`${settlementHeader}\nD1;;debito;1;${instant}\n`)).errors.length
  expect(at('2026-11-01T00:00:00-03:00')).toBe(0)
  expect(at('2026-10-31T23:59:59-03:00')).toBe(1)
  expect(at('2026-11-30T23:59:59-03:00')).toBe(0)
  expect(at('2026-12-01T00:00:00-03:00')).toBe(1)
})

test('a file that is cut at any bytes is read like the whole file', () => {
  const text = fc.array(
    fc.oneof(
      fc
        .integer({ min: 1, max: 9_999_999 })
        .map((points) => `D${points};${key};debito;${points};2026-11-20T14:30:00-03:00`),
      fc.string({ maxLength: 30 }),
      fc.constant(''),
    ),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(
      text,
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.array(fc.nat()),
      (rows, end, isOpen, cuts) => {
        const bytes = Buffer.from([settlementHeader, ...rows].join(end) + (isOpen ? '' : end))
        expect(readAll(bytes, cuts)).toEqual(readAll(bytes))
      },
    ),
  )
})

test('bytes of any kind are read without an exception, and report errors', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 2_000 }), fc.array(fc.nat()), (bytes, cuts) => {
      const { errors, tail } = readAll(Buffer.from(bytes), cuts)
      expect(errors.length).toBeGreaterThan(0)
      expect(tail).toHaveLength(0)
    }),
  )
})

test('errors never quote the file', () => {
  const { errors } = readAll(Buffer.from(`${settlementHeader}\nMaria da Silva;52998224725;débito;x;y\n`))
  expect(JSON.stringify(errors)).not.toMatch(/Maria|529/)
})
