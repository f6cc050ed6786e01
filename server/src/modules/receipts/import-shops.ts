import { countFormatter } from '@clube/contract/kernel/count-formats.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import type { importShopsCall, previewShopImportCall } from '@clube/contract/receipts/shop-import-calls.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import type { ReceiptDeps } from './deps.ts'
import { readShopFile, type RejectedLine, type ShopLine } from './shop-file.ts'
import { findShops, insertShop, updateShopDetails } from './shop-store.ts'

type Change = ShopLine & { kind: 'added' | 'changed' }
type Plan = { changes: Change[]; unchanged: number; rejected: RejectedLine[] }

/** Compares a file with the shops. An empty segment or floor leaves the shop's unchanged. */
const planImport = async (db: Db, csv: string): Promise<Plan> => {
  const { shops, rejected } = readShopFile(csv)
  const existing = new Map(
    (
      await findShops(
        db,
        shops.map(({ cnpj }) => cnpj),
      )
    ).map((shop) => [shop.cnpj, shop]),
  )
  const changes = shops.flatMap((shop): Change[] => {
    const previous = existing.get(shop.cnpj)
    if (!previous) return [{ ...shop, kind: 'added' }]
    const { name } = previous
    const segment = shop.segment ?? previous.segment
    const floor = shop.floor ?? previous.floor
    const isUnchanged = segment === previous.segment && floor === previous.floor
    return isUnchanged ? [] : [{ ...shop, name, segment, floor, kind: 'changed' }]
  })
  return { changes, unchanged: shops.length - changes.length, rejected }
}

const formatShops = countFormatter('loja participante', 'lojas participantes')

/**
 * What a shop file would change.
 * @throws {InvalidInput} under `csv` when the file is invalid
 */
export const previewShopImport = async (
  deps: Pick<ReceiptDeps, 'db'>,
  { csv }: { csv: string },
): Promise<DataOf<typeof previewShopImportCall>> => {
  const { changes, ...rest } = await planImport(deps.db, csv)
  return { changes: changes.map(({ cnpj: _cnpj, ...change }) => change), ...rest }
}

/**
 * Imports a shop file: all valid lines in one transaction; the others are reported with a reason.
 * @throws {InvalidInput} under `csv` when the file is invalid
 */
export const importShops = (
  deps: ReceiptDeps,
  input: { csv: string; staff_id: string },
): Promise<DataOf<typeof importShopsCall>> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const { changes, rejected } = await planImport(tx, input.csv)
    let loaded = 0
    let updated = 0
    for (const { line: _line, kind, ...shop } of changes) {
      // A shop that was added since the comparison is updated instead.
      if (kind === 'added' && (await insertShop(tx, { ...shop, state: 'active', now }))) loaded += 1
      else if (await updateShopDetails(tx, { ...shop, now })) updated += 1
    }
    await deps.audit(tx, {
      actor: { kind: 'staff', id: input.staff_id },
      action: 'receipts.import-shops',
      subject: null,
      sentence: `Carregou ${formatShops(loaded)} de um arquivo e atualizou ${updated}.`,
    })
    return { loaded, updated, rejected }
  })
