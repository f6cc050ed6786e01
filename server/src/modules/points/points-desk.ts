import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { PersonDocument } from '@clube/contract/brazil/document.ts'
import { openPointsAccountCall, type PointsAccount } from '@clube/contract/points/adjustment-calls.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf, refuseRequest } from '../../kernel/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AppendAuditLine } from '../audit/index.ts'
import {
  documentIndexOf,
  findByDocument,
  findById,
  maskedDocumentOf,
  type Customer,
  type IdentityRules,
} from '../identity/index.ts'
import type { Limits } from '../limits/index.ts'
import type { NotifyOfActivity } from '../messaging/index.ts'
import type { Vault } from '../vault/index.ts'
import { listAdjustments } from './adjustment-store.ts'
import { readPoints } from './read-points.ts'

/** Dependencies of the points desk. */
export type PointsDeskDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly time_zone: TimeZone
  readonly vault: Vault
  readonly audit: AppendAuditLine
  readonly limits: Pick<Limits, 'spend'>
  readonly notify: NotifyOfActivity
  /** Days until added points expire. */
  readonly lifetime_days: number
  /** Document types of the club. */
  readonly rules: Pick<IdentityRules, 'document_types' | 'cnpj'>
}

/**
 * Finds a customer's points by document. The search is audited, with or without a result, and counts toward the limit on
 * customer searches.
 * @throws {Refusal} request.rate-limited
 */
export const findPointsAccount = async (
  deps: PointsDeskDeps,
  input: { document: PersonDocument; staff_id: string },
): Promise<PointsAccount | null> => {
  if (!(await deps.limits.spend('customer-searches', input.staff_id, deps.clock())))
    throw refuseRequest('request.rate-limited')
  const customer = await findByDocument(deps.db, documentIndexOf(deps, input.document))
  await inTransaction(deps.db, (tx) =>
    deps.audit(tx, {
      actor: { kind: 'staff', id: input.staff_id },
      action: 'points.find',
      subject: customer ? { kind: 'customer', id: customer.id } : null,
      sentence: customer
        ? 'Consultou os pontos de um cadastro pelo documento.'
        : 'Procurou os pontos de um documento que não tem cadastro.',
    }),
  )
  return customer ? accountOf(deps, deps.db, { customer, staff_id: input.staff_id }) : null
}

/**
 * Opens the points of a customer found earlier. Opening them is audited.
 * @throws {Refusal} points.account-unknown
 */
export const openPointsAccount = async (
  deps: PointsDeskDeps,
  { customer_id, staff_id }: { customer_id: string; staff_id: string },
): Promise<PointsAccount> => {
  const customer = await findById(deps.db, customer_id)
  if (!customer) throw refusalsOf(openPointsAccountCall)('points.account-unknown')
  await inTransaction(deps.db, (tx) =>
    deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'points.find',
      subject: { kind: 'customer', id: customer_id },
      sentence: 'Abriu os pontos de um cadastro.',
    }),
  )
  return accountOf(deps, deps.db, { customer, staff_id })
}

/** The desk's view of a customer. */
export const accountOf = async (
  deps: Pick<PointsDeskDeps, 'vault' | 'clock'>,
  db: Db,
  { customer, staff_id }: { customer: Customer; staff_id: string },
): Promise<PointsAccount> => {
  const { id: customer_id, document_type, name } = customer
  const { balance, debt } = await readPoints(db, customer_id, deps.clock())
  const adjustments = await listAdjustments(db, customer_id)
  return {
    customer_id,
    document_type,
    document: maskedDocumentOf(deps.vault, customer),
    name,
    balance,
    debt,
    adjustments: adjustments.map(({ id, points, reason, note, created_at, ...adjustment }) => ({
      adjustment_id: id,
      points,
      reason,
      note,
      is_mine: adjustment.staff_id === staff_id,
      created_at: created_at.toISOString(),
    })),
  }
}
