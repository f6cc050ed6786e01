import { parse } from 'csv-parse/sync'
import { clubDayOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { formatCnpj, parseCnpj } from '@clube/contract/brazil/cnpj.ts'
import { normalizeForSearch } from '@clube/contract/brazil/normalize-for-search.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import {
  type importShopsCall,
  saveShopCall,
  type Shop,
} from '@clube/contract/receipts/receipt-staff-calls.ts'
import {
  cleanFloor,
  floorMaxLength,
  shopSegments,
  type ParticipatingShop,
  type ShopSegment,
} from '@clube/contract/receipts/shop.ts'
import { InvalidInput, refusalsOf } from '../../kernel/refusal.ts'
import { violatesConstraint } from '../../db/database-failure.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import type { ReceiptDeps } from './deps.ts'
import { saveTill } from './findings-store.ts'
import { insertShop, listActiveShops, placeShop, updateShop, type ShopRow } from './shop-store.ts'

const refuse = refusalsOf(saveShopCall)

/** A shop as staff see it. */
export const shopView = ({ id, ...shop }: ShopRow): Shop => ({ shop_id: id, ...shop })

/**
 * Creates a shop, or changes the one identified by `shop_id`.
 * @throws {Refusal} receipts.shop-exists, receipts.shop-unknown
 */
export const saveShop = (
  deps: ReceiptDeps,
  input: Omit<Shop, 'shop_id'> & { shop_id?: string | undefined; staff_id: string },
): Promise<Shop> =>
  inTransaction(deps.db, async (tx) => {
    const { shop_id, staff_id, ...fields } = input
    const now = deps.clock()
    const saved =
      shop_id === undefined
        ? await insertShop(tx, { ...fields, now })
        : await updateShop(tx, { id: shop_id, ...fields, now }).catch((error: unknown) => {
            if (violatesConstraint(error, 'shop_cnpj_key')) throw refuse('receipts.shop-exists')
            throw error
          })
    if (!saved) throw refuse(shop_id === undefined ? 'receipts.shop-exists' : 'receipts.shop-unknown')
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'receipts.save-shop',
      subject: { kind: 'shop', id: saved.id },
      sentence: shop_id === undefined ? 'Cadastrou uma loja participante.' : 'Alterou uma loja participante.',
    })
    return shopView(saved)
  })

const byName = new Intl.Collator('pt-BR', { numeric: true })

/** The shops whose receipts count, by name. */
export const listParticipatingShops = async (db: Db): Promise<ParticipatingShop[]> =>
  (await listActiveShops(db)).toSorted((a, b) => byName.compare(a.name, b.name))

/** Inserts seeded shops and the tills whose receipts are known, unless they exist. */
export const seedShops = async (
  db: Db,
  shops: readonly (ParticipatingShop & { tills: readonly { till: string; number: number }[] })[],
  input: { now: Date; time_zone: TimeZone },
): Promise<void> => {
  const { now } = input
  const seen_on = clubDayOf(now, input.time_zone)
  await inTransaction(db, async (tx) => {
    for (const { tills, ...shop } of shops) {
      const saved = await insertShop(tx, { ...shop, state: 'active', now })
      if (!saved) continue
      for (const till of tills) await saveTill(tx, { shop_id: saved.id, ...till, seen_on, purchase_id: null })
    }
  })
}

export type ShopImport = DataOf<typeof importShopsCall>

/**
 * Imports shops from a CSV with the columns cnpj and name, and optionally segment and floor. Valid lines are imported
 * together; the others are reported with a reason. A shop that exists gets the segment and floor of its line.
 * @throws {InvalidInput} under `csv` when the file is invalid
 */
export const importShops = (
  deps: ReceiptDeps,
  input: { csv: string; staff_id: string },
): Promise<ShopImport> => {
  const lines = readLines(input.csv)
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const rejected: ShopImport['rejected'] = []
    let loaded = 0
    let updated = 0
    for (const { record, info } of lines) {
      const shop = parseLine(record)
      if (!shop.ok) rejected.push({ line: info.lines, reason: shop.reason })
      else if (await insertShop(tx, { ...shop.value, state: 'active', now })) loaded += 1
      else if (shop.value.segment === null && shop.value.floor === null)
        rejected.push({
          line: info.lines,
          reason: `Já existe uma loja com o CNPJ ${formatCnpj(shop.value.cnpj)}`,
        })
      else if (await placeShop(tx, { ...shop.value, now })) updated += 1
    }
    await deps.audit(tx, {
      actor: { kind: 'staff', id: input.staff_id },
      action: 'receipts.import-shops',
      subject: null,
      sentence: `Carregou ${loaded} lojas participantes de um arquivo e atualizou ${updated}.`,
    })
    return { loaded, updated, rejected }
  })
}

type Line = {
  record: { cnpj?: string; name?: string; segment?: string; floor?: string }
  info: { lines: number }
}

const segments = new Map(
  Object.entries(shopSegments).map(([segment, title]) => [normalizeForSearch(title), segment as ShopSegment]),
)

const parseLine = (
  record: Line['record'],
): { ok: true; value: ParticipatingShop } | { ok: false; reason: string } => {
  const cnpj = parseCnpj(record.cnpj ?? '', 'alphanumeric')
  const name = (record.name ?? '').trim().slice(0, 120)
  const title = (record.segment ?? '').trim()
  const segment = segments.get(normalizeForSearch(title))
  const floor = cleanFloor(record.floor ?? '')
  if (!cnpj.ok) return { ok: false, reason: cnpj.message }
  if (name === '') return { ok: false, reason: 'Loja sem nome' }
  if (title !== '' && segment === undefined) return { ok: false, reason: `Segmento desconhecido: ${title}` }
  if (floor.length > floorMaxLength)
    return { ok: false, reason: `Piso com mais de ${floorMaxLength} caracteres` }
  const value = { name, cnpj: cnpj.value, segment: segment ?? null, floor: floor === '' ? null : floor }
  return { ok: true, value }
}

const readLines = (csv: string): Line[] => {
  const unreadable = new InvalidInput([
    { path: 'csv', message: 'O arquivo deve começar com uma linha "cnpj;name".' },
  ])
  try {
    const lines = parse(csv, {
      delimiter: [';', ','],
      columns: true,
      bom: true,
      info: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
    }) as unknown as Line[]
    if (lines.length === 0 || !('cnpj' in (lines[0]?.record ?? {}))) throw unreadable
    return lines
  } catch {
    throw unreadable
  }
}
