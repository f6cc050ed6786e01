import type { DataOf } from '@clube/contract/kernel/call.ts'
import { purchaseFileHeader, type importPurchasesCall } from '@clube/contract/new-project/staff-calls.ts'
import { countFormatter } from '@clube/contract/kernel/count-formats.ts'
import { inTransaction } from '../../../db/database.ts'
import { InvalidInput, refuseRequest } from '../../../kernel/refusal.ts'
import { lockBrand } from '../brands/brand-store.ts'
import type { NewProjectDeps, ProjectServices } from '../deps.ts'
import { readByFormat } from '../project-numbers.ts'
import type { Analyst } from './analyst.ts'
import { auditBrand } from './audit-desk.ts'
import { insertPurchases } from './purchase-store.ts'

type Imported = DataOf<typeof importPurchasesCall>
type RejectedLine = Imported['rejected'][number]

const batchSize = 1_000
/** Invalid lines that are reported; the file is not read further. */
const rejectedMax = 50
/** No number is longer, with its separators and quotes. */
const lineMaxLength = 200

const formatPurchases = countFormatter('compra', 'compras')

/** Thrown to roll back when lines are invalid. */
class InvalidLines extends Error {
  readonly rejected: RejectedLine[]
  constructor(rejected: RejectedLine[]) {
    super('The file has invalid lines')
    this.rejected = rejected
  }
}

/** Counts an attempt to import, before the file is received. @throws {Refusal} request.rate-limited */
export const admitImport = async (
  { limits, clock }: Pick<ProjectServices, 'limits'> & Pick<NewProjectDeps, 'clock'>,
  { staff_id }: Analyst,
): Promise<void> => {
  if (!(await limits.spend('purchase-imports', staff_id, clock())))
    throw refuseRequest('request.rate-limited')
}

/**
 * Imports purchases of the analyst's brand: all lines of the file or, if any is invalid, none. The file is read in
 * pieces, so that its size does not matter. Known numbers are unchanged.
 * @throws {InvalidInput} under `file` when the file as a whole cannot be read
 */
export const importPurchases = async (
  deps: NewProjectDeps,
  { file, analyst }: { file: AsyncIterable<Uint8Array>; analyst: Analyst },
): Promise<Imported> => {
  const { staff_id, brand_id } = analyst
  try {
    return await inTransaction(deps.db, async (tx) => {
      const now = deps.clock()
      // The format must not change between two lines.
      const brand = await lockBrand(tx, brand_id)
      if (!brand) throw new Error('The brand of an analyst was not found')
      const rejected: RejectedLine[] = []
      let [read, added] = [0, 0]
      let numbers: string[] = []
      for await (const { line, text } of numberedLines(file)) {
        const number = readByFormat(brand.rules.purchase_format, text)
        if (number === null) rejected.push({ line, reason: reasonOf(text, brand.rules.purchase_example) })
        else numbers.push(number)
        if (rejected.length >= rejectedMax) throw new InvalidLines(rejected)
        read += 1
        if (numbers.length >= batchSize && rejected.length === 0) {
          added += await insertPurchases(tx, { brand_id, numbers, now })
          numbers = []
        }
      }
      if (rejected.length > 0) throw new InvalidLines(rejected)
      if (read === 0)
        throw unreadable('O arquivo só tem a linha do título. Escreva abaixo dela uma compra por linha.')
      added += await insertPurchases(tx, { brand_id, numbers, now })
      await auditBrand(deps, tx, {
        staff_id,
        brand_id,
        action: 'import-purchases',
        sentence: `Carregou ${formatPurchases(added)} da marca de um arquivo.`,
      })
      return { added, known: read - added, rejected: [] }
    })
  } catch (error) {
    if (error instanceof InvalidLines) return { added: 0, known: 0, rejected: error.rejected }
    throw error
  }
}

const unreadable = (message: string) => new InvalidInput([{ path: 'file', message }])

const reasonOf = (text: string, example: string): string =>
  text === '' ? 'Linha vazia' : `“${text.slice(0, 40)}” não é um número de compra como ${example}`

/** The lines below the header, without the quotes that spreadsheets add; empty lines at the end are skipped. */
async function* numberedLines(
  file: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ line: number; text: string }> {
  let line = 0
  let empty: number[] = []
  for await (const raw of rawLines(file)) {
    line += 1
    const text = raw.replace(/^"(.*)"$/, '$1').trim()
    if (line === 1) {
      if (text.toLowerCase() !== purchaseFileHeader)
        throw unreadable(`A primeira linha deve ser: ${purchaseFileHeader}`)
      continue
    }
    if (text === '') {
      empty.push(line)
      if (empty.length > rejectedMax) break
      continue
    }
    for (const skipped of empty) yield { line: skipped, text: '' }
    empty = []
    yield { line, text }
  }
}

/** @throws {InvalidInput} under `file` for bytes that are not text in UTF-8, or a line that is too long */
async function* rawLines(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  try {
    for await (const chunk of file) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const each of lines) yield checkedLine(each)
      checkedLine(rest)
    }
    rest += decoder.decode()
  } catch (error) {
    if (error instanceof TypeError)
      throw unreadable(
        'Isto não é um arquivo CSV em UTF-8. No programa de planilhas, use “Salvar como” e escolha CSV UTF-8.',
      )
    throw error
  }
  if (rest !== '') yield checkedLine(rest)
}

const checkedLine = (text: string): string => {
  if (text.length > lineMaxLength || text.includes('\u0000'))
    throw unreadable('Há uma linha longa demais. O arquivo tem uma compra por linha.')
  return text.replace(/\r$/, '')
}
