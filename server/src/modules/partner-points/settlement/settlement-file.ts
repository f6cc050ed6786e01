import {
  entryKindColumn,
  settlementHeader,
  type EntryKind,
} from '@clube/contract/partner-points/settlement-calls.ts'
import { maxPartnerPoints } from '@clube/contract/partner-points/partner.ts'

/** A valid line. */
export type SettlementLine = {
  /** Position in the file, from 1. */
  readonly line: number
  readonly kind: EntryKind
  /** The partner's own number. */
  readonly reference: string
  /** Null where the partner names no participation. */
  readonly transaction_id: string | null
  readonly points: number
  readonly occurred_at: Date
}

/** The instants that a file covers: `to` is exclusive. */
export type Period = { readonly from: Date; readonly to: Date }

export type LineError = { readonly line: number; readonly reason: string }

export type ReadPart = {
  readonly lines: readonly SettlementLine[]
  /** At most `maxErrors`. */
  readonly errors: readonly LineError[]
  /** The beginning of a line that continues in the next part. */
  readonly tail: Buffer
  /** Lines of the file read so far. */
  readonly read_lines: number
}

/** Longest line in bytes; real ones are shorter than 150. */
const maxLineBytes = 400

const kinds: Readonly<Record<string, EntryKind>> = {
  [entryKindColumn.debit]: 'debit',
  [entryKindColumn.refund]: 'refund',
}
const referencePattern = /^[A-Za-z0-9._/-]{1,64}$/
const keyPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const pointsPattern = /^[1-9]\d{0,7}$/
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?(?:Z|[+-]\d{2}:\d{2})$/

const headerReason = `A primeira linha deve ser ${settlementHeader}.`

/** Reasons never quote the file, which may contain personal data. */
const readLine = (text: string, line: number, period: Period): SettlementLine | string => {
  const fields = text.split(';')
  const [reference = '', key = '', kindText = '', pointsText = '', instantText = ''] = fields
  if (fields.length !== 5) return 'A linha deve ter 5 colunas separadas por ponto e vírgula.'
  if (!referencePattern.test(reference))
    return 'O lançamento deve ter de 1 a 64 letras, números, pontos, hífens ou barras.'
  if (key !== '' && !keyPattern.test(key)) return 'A chave deve ser a que o clube enviou, ou ficar vazia.'
  const kind = Object.hasOwn(kinds, kindText) ? kinds[kindText] : undefined
  if (!kind) return `O tipo deve ser ${Object.keys(kinds).join(' ou ')}.`
  const points = Number(pointsText)
  if (!pointsPattern.test(pointsText) || points > maxPartnerPoints)
    return 'Os pontos devem ser um número inteiro de 1 a 10000000.'
  const occurred_at = new Date(instantText)
  if (!instantPattern.test(instantText) || Number.isNaN(occurred_at.getTime()))
    return 'A data e hora deve ter a forma AAAA-MM-DDTHH:MM:SS, com a diferença para a hora universal.'
  if (occurred_at < period.from || occurred_at >= period.to) return 'A data está fora do período informado.'
  return {
    line,
    kind,
    reference,
    transaction_id: key === '' ? null : key.toLowerCase(),
    points,
    occurred_at,
  }
}

/**
 * Reads the complete lines of a part of a file (docs/how-to/import-a-settlement-file.md), which continues the earlier ones.
 * Its text is ASCII; empty lines are ignored.
 */
export const readSettlementPart = (input: {
  readonly tail: Buffer
  readonly part: Buffer
  readonly read_lines: number
  readonly isLast: boolean
  readonly period: Period
  readonly maxErrors: number
}): ReadPart => {
  const { period, isLast, maxErrors } = input
  const content = Buffer.concat([input.tail, input.part])
  const lines: SettlementLine[] = []
  const errors: LineError[] = []
  const report = (line: number, reason: string) => {
    if (errors.length < maxErrors) errors.push({ line, reason })
  }
  let read_lines = input.read_lines
  let start = 0
  while (start < content.length) {
    const newline = content.indexOf(10, start)
    if (newline < 0 && !isLast) break
    const end = newline < 0 ? content.length : newline
    read_lines += 1
    if (end - start > maxLineBytes) report(read_lines, 'A linha é longa demais.')
    else {
      const text = content.toString('latin1', start, end).replace(/\r$/, '')
      if (read_lines === 1) {
        // With the byte order mark that spreadsheets write.
        if (text.replace(/^ï»¿/, '') !== settlementHeader) report(1, headerReason)
      } else if (text !== '') {
        const line = readLine(text, read_lines, period)
        if (typeof line === 'string') report(read_lines, line)
        else lines.push(line)
      }
    }
    start = end + 1
  }
  if (isLast && read_lines === 0) report(1, headerReason)
  const tail = content.subarray(Math.min(start, content.length))
  // Not a text file: what follows cannot be read, either.
  if (tail.length > maxLineBytes) report(read_lines + 1, 'A linha é longa demais.')
  return { lines, errors, tail: tail.length > maxLineBytes ? Buffer.alloc(0) : tail, read_lines }
}
