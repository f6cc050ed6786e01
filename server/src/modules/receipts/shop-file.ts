import { CsvError, parse } from 'csv-parse/sync'
import { parseCnpj } from '@clube/contract/brazil/cnpj.ts'
import { normalizeForSearch } from '@clube/contract/brazil/normalize-for-search.ts'
import { emptyShopFileMessage, shopFileHeader } from '@clube/contract/receipts/shop-import-calls.ts'
import {
  cleanFloor,
  floorMaxLength,
  shopNameMaxLength,
  shopSegments,
  type ParticipatingShop,
  type ShopSegment,
} from '@clube/contract/receipts/shop.ts'
import { InvalidInput } from '../../kernel/refusal.ts'

export type ShopLine = ParticipatingShop & { line: number }
export type RejectedLine = { line: number; reason: string }
export type ShopFile = { shops: ShopLine[]; rejected: RejectedLine[] }

/**
 * Reads a CSV of shops. Invalid lines are reported with a reason.
 * @throws {InvalidInput} under `csv` when the file as a whole cannot be read
 */
export const readShopFile = (csv: string): ShopFile => {
  const [header, ...rows] = readRows(csv)
  if (!header) throw unreadable(emptyShopFileMessage)
  const columns = readHeader(header)
  if (rows.length === 0)
    throw unreadable('O arquivo só tem a linha dos títulos. Escreva abaixo dela uma loja por linha.')
  const file: ShopFile = { shops: [], rejected: [] }
  const lineOf = new Map<string, number>()
  for (const { line, cells } of rows) {
    const shop = readShop(columns, cells)
    const first = shop.ok ? lineOf.get(shop.value.cnpj) : undefined
    if (!shop.ok) file.rejected.push({ line, reason: shop.reason })
    else if (first !== undefined) file.rejected.push({ line, reason: `O CNPJ já está na linha ${first}` })
    else {
      lineOf.set(shop.value.cnpj, line)
      file.shops.push({ line, ...shop.value })
    }
  }
  return file
}

const unreadable = (message: string) => new InvalidInput([{ path: 'csv', message }])

type Row = { line: number; cells: string[] }

const readRows = (csv: string): Row[] => {
  const [firstLine = ''] = csv.trimStart().split('\n', 1)
  try {
    const rows = parse(csv, {
      // A comma separates only where no semicolon does: names and floors may contain commas.
      delimiter: [';', '\t', ','].find((each) => firstLine.includes(each)) ?? ';',
      bom: true,
      info: true,
      trim: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      relax_column_count: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return rows.map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw unreadable('Há aspas abertas que não fecham. Confira as aspas do arquivo.')
  }
}

type Field = Exclude<keyof ParticipatingShop, 'shop_id'>

/** The accepted titles of each column; messages use the first one. */
const titles: Record<Field, readonly [string, ...string[]]> = {
  cnpj: ['cnpj'],
  name: ['nome', 'nome da loja', 'loja', 'name'],
  segment: ['segmento', 'segment'],
  floor: ['piso', 'andar', 'floor'],
}
const fields = Object.keys(titles) as Field[]

/** Which field each column holds. */
const readHeader = ({ line, cells }: Row): Field[] => {
  const expected = `A primeira linha deve ser: ${shopFileHeader}`
  const found = cells.map((title) =>
    fields.find((field) => titles[field].includes(normalizeForSearch(title))),
  )
  const missing = (['cnpj', 'name'] as const).filter((field) => !found.includes(field))
  if (missing.length > 0) {
    const names = missing.map((field) => `“${titles[field][0]}”`).join(' e ')
    throw unreadable(
      `Linha ${line}: não há ${missing.length > 1 ? 'as colunas' : 'a coluna'} ${names}. ${expected}`,
    )
  }
  return found.map((field, index) => {
    const title = (cells[index] ?? '').slice(0, 40)
    if (field === undefined) throw unreadable(`Linha ${line}: coluna desconhecida “${title}”. ${expected}`)
    if (found.indexOf(field) < index)
      throw unreadable(`Linha ${line}: a coluna “${title}” está repetida. ${expected}`)
    return field
  })
}

const segments = new Map(
  Object.entries(shopSegments).map(([segment, title]) => [normalizeForSearch(title), segment as ShopSegment]),
)

const segmentTitles = new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(
  Object.values(shopSegments),
)

const readShop = (
  columns: readonly Field[],
  cells: readonly string[],
): { ok: true; value: ParticipatingShop } | { ok: false; reason: string } => {
  const invalid = (reason: string) => ({ ok: false, reason }) as const
  const textOf = (field: Field) => cells[columns.indexOf(field)] ?? ''
  const cnpj = parseCnpj(textOf('cnpj'), 'alphanumeric')
  const name = textOf('name')
  const title = textOf('segment')
  const segment = segments.get(normalizeForSearch(title))
  const floor = cleanFloor(textOf('floor'))
  if (cells.length > columns.length) return invalid(`${cells.length} colunas em vez de ${columns.length}`)
  if (!cnpj.ok) return invalid(textOf('cnpj') === '' ? 'Loja sem CNPJ' : cnpj.message)
  if (name === '') return invalid('Loja sem nome')
  if (name.length > shopNameMaxLength) return invalid(`Nome com mais de ${shopNameMaxLength} caracteres`)
  if (title !== '' && segment === undefined)
    return invalid(`Segmento desconhecido: ${title.slice(0, 40)}. Use um destes: ${segmentTitles}.`)
  if (floor.length > floorMaxLength) return invalid(`Piso com mais de ${floorMaxLength} caracteres`)
  const value = { name, cnpj: cnpj.value, segment: segment ?? null, floor: floor === '' ? null : floor }
  return { ok: true, value }
}
