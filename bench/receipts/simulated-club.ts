import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../server/src/db/database.ts'
import type { ReceiptDeps } from '../../server/src/modules/receipts/index.ts'

/** The receipts module of one checkout of the product, with a database and a clock controlled by the simulation. */
export type SimulatedClub = {
  readonly now: () => Date
  readonly setNow: (now: Date) => void
  /** Limits of automatic approvals within 30 days; null in a checkout without such limits. */
  readonly limits: { cents: number; count: number; per_shop: number } | null
  readonly addShop: (cnpj: string) => Promise<void>
  /** @returns the id of a new customer */
  readonly join: () => Promise<string>
  /** @returns null when it was refused */
  readonly register: (receipt: {
    customer_id: string
    receipt_key: string
    amount_cents: number
  }) => Promise<{ purchase_id: string; state: string } | null>
  readonly approve: (purchase_id: string) => Promise<void>
  readonly reject: (purchase_id: string) => Promise<void>
  readonly reverse: (purchase_id: string) => Promise<void>
  readonly pointsOf: (customer_id: string) => number
}

type RegisterReceiptModule = typeof import('../../server/src/modules/receipts/register-receipt.ts')
type DecideReceiptModule = typeof import('../../server/src/modules/receipts/decide-receipt.ts')
type ConfigurationModule = typeof import('../../server/src/main/club-configuration.ts')

const staff_id = '5f0f8a52-6f0e-4c8e-9d55-0b8f1f1f2a11'

/** Uses the modules of the checkout at `root`, with the default rules of its configuration. */
export const openSimulatedClub = async (root: string, db: Db): Promise<SimulatedClub> => {
  const load = (path: string): Promise<unknown> => import(join(root, 'server', path))
  const { registerReceipt } = (await load(
    'src/modules/receipts/register-receipt.ts',
  )) as RegisterReceiptModule
  const decisions = (await load('src/modules/receipts/decide-receipt.ts')) as DecideReceiptModule
  const { checkClubConfiguration } = (await load('src/main/club-configuration.ts')) as ConfigurationModule
  const { configuration } = (await load('seeds/demonstration/club.ts')) as { configuration: unknown }
  const { receipts: rules, club } = checkClubConfiguration('simulation', configuration)
  let now = new Date(0)
  const ledger = new Map<string, { customer_id: string; points: number }>()
  const deps = {
    db,
    clock: () => now,
    time_zone: club.time_zone,
    rules: { ...rules, ...club.points },
    fiscal: null,
    audit: async () => {},
    points: {
      earn: async (_tx, { purchase_id, customer_id, points }) => {
        ledger.set(purchase_id, { customer_id, points })
      },
      reverse: async (_tx, { purchase_id }) => {
        ledger.delete(purchase_id)
      },
    },
    credit: { grant: async () => {}, revoke: async () => {} },
    ratings: { ask: async () => {}, withdraw: async () => {} },
    hasOtherReviewer: async () => false,
    // Photos, limits and documents are not part of the simulation.
    notify: async () => {},
  } as Partial<ReceiptDeps> as ReceiptDeps

  return {
    now: () => now,
    setNow: (instant) => {
      now = instant
    },
    limits:
      (rules as Partial<typeof rules>).auto_approve_month_cents === undefined
        ? null
        : {
            cents: rules.auto_approve_month_cents,
            count: rules.auto_approve_month_count,
            per_shop: rules.shop_recent_limit,
          },
    addShop: async (cnpj) => {
      await sql`insert into shop (name, cnpj, state, created_at, updated_at)
        values (${cnpj}, ${cnpj}, 'active', ${now}, ${now})`.execute(db)
    },
    join: async () => {
      const { rows } = await sql<{ id: string }>`
        insert into customer (document_type, document_index, document_sealed, account_status, name, cellphone, email,
          created_at, registered_at, updated_at)
        values ('cpf', ${randomBytes(32)}, '', 'active', 'Ana Souza', '11988887777', 'ana@exemplo.com.br', ${now},
          ${now}, ${now})
        returning id`.execute(db)
      return rows[0]?.id ?? ''
    },
    register: async (receipt) => {
      const issued_on = new Date(now.getTime() - 3 * 3_600_000).toISOString().slice(0, 10)
      try {
        return await registerReceipt(deps, {
          ...receipt,
          issued_on,
          identified_session_id: null,
          service_channel: 'site',
          // Dishonest shoppers delete the device cookie, so device ids are left out of the simulation.
          device_id: null,
        })
      } catch (error) {
        if (isRefusal(error)) return null
        throw error
      }
    },
    approve: async (purchase_id) => {
      const { rows } = await sql<{ amount_cents: number; issued_on: string }>`
        select amount_cents, issued_on from purchase where id = ${purchase_id}`.execute(db)
      const [receipt] = rows
      if (receipt) await ignoreRefusal(decisions.approveReceipt(deps, { purchase_id, staff_id, ...receipt }))
    },
    reject: (purchase_id) =>
      ignoreRefusal(decisions.rejectReceipt(deps, { purchase_id, staff_id, reason: 'not_a_purchase' })),
    reverse: (purchase_id) =>
      ignoreRefusal(decisions.reverseReceipt(deps, { purchase_id, staff_id, reason: 'Nota falsa' })),
    pointsOf: (customer_id) =>
      [...ledger.values()].reduce(
        (sum, entry) => (entry.customer_id === customer_id ? sum + entry.points : sum),
        0,
      ),
  }
}

/** Compares the name, because another checkout has its own class. */
const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'Refusal'

const ignoreRefusal = async (decision: Promise<unknown>): Promise<void> => {
  try {
    await decision
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
}
