import { parse } from 'csv-parse/sync'
import { clubDayOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { formatCnpj, parseCnpj } from '@clube/contract/brazil/cnpj.ts'
import { type Shop, saveShopCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { InvalidInput, refusalsOf } from '../../kernel/refusal.ts'
import { violatesConstraint } from '../../db/database-failure.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import type { ReceiptDeps } from './deps.ts'
import { saveTill } from './findings-store.ts'
import { insertShop, updateShop, type ShopRow } from './shop-store.ts'

const refuse = refusalsOf(saveShopCall)

/** A shop as staff see it. */
export const shopView = ({ id, ...shop }: ShopRow): Shop => ({ shop_id: id, ...shop })

/**
 * Creates a shop, or changes the one identified by `shop_id`.
 * @throws {Refusal} receipts.shop-exists, receipts.shop-unknown
 */
export const saveShop = (
  deps: ReceiptDeps,
  input: {
    shop_id?: string | undefined
    name: string
    cnpj: string
    state: 'active' | 'inactive'
    staff_id: string
  },
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

/** Inserts seeded shops and the tills whose receipts are known, unless they exist. */
export const seedShops = async (
  db: Db,
  shops: readonly { name: string; cnpj: string; tills: readonly { till: string; number: number }[] }[],
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

export type ShopImport = { loaded: number; rejected: { line: number; reason: string }[] }

/**
 * Imports shops from a CSV with the columns cnpj and name. Valid lines are imported together; the others
 * are reported with a reason.
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
    for (const { record, info } of lines) {
      const cnpj = parseCnpj(record.cnpj ?? '', 'alphanumeric')
      const name = (record.name ?? '').trim().slice(0, 120)
      if (!cnpj.ok) rejected.push({ line: info.lines, reason: cnpj.message })
      else if (name === '') rejected.push({ line: info.lines, reason: 'Loja sem nome' })
      else if (await insertShop(tx, { name, cnpj: cnpj.value, state: 'active', now })) loaded += 1
      else
        rejected.push({ line: info.lines, reason: `Já existe uma loja com o CNPJ ${formatCnpj(cnpj.value)}` })
    }
    await deps.audit(tx, {
      actor: { kind: 'staff', id: input.staff_id },
      action: 'receipts.import-shops',
      subject: null,
      sentence: `Carregou ${loaded} lojas participantes de um arquivo.`,
    })
    return { loaded, rejected }
  })
}

type Line = { record: { cnpj?: string; name?: string }; info: { lines: number } }

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
