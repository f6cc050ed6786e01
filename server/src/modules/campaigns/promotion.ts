import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import type { Tx } from '../../db/database.ts'
import type { Transaction } from './transaction.ts'

/** What every promotion kind owes the rest of the product. */
export type Promotion = {
  /** What is wrong with a campaign's `settings` for this kind; paths begin below `settings`. */
  readonly settingsFaults: (settings: Record<string, unknown>) => readonly FieldError[]
  /**
   * Takes the outcome of a completed participation back: places, stock, points. Runs in the transaction that reverses it.
   * @throws {Refusal} campaigns.not-reversible when it is too late, for instance because the gift was handed over
   */
  readonly reverse: (tx: Tx, input: { transaction: Transaction; now: Date }) => Promise<void>
  /** Removes what identifies the person from the kind's own tables and keeps counters and evidence right. */
  readonly erasePersonalData: (tx: Tx, customer_id: string) => Promise<void>
}

/** Every kind, with null for those that are not built: their campaigns cannot be approved. */
export type Promotions = Readonly<Record<PromotionKind, Promotion | null>>
