import type { DataAccessDescription } from '@clube/contract/privacy/data-access.ts'
import type { CustomerHistory } from '@clube/contract/service-desk/history-calls.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { SubjectSince } from '../audit/index.ts'
import type { CampaignDeps } from './deps.ts'
import { implementedPromotions, type AccountDeletion } from './promotion.ts'
import { listIdsOfCustomer } from './transaction-store.ts'

type WithPromotions = Pick<CampaignDeps, 'promotions'>

/**
 * Releases the customer's unused holdings in all promotions, when deletion is requested and when the account is erased.
 */
export const releaseInPromotions = async (
  { promotions }: WithPromotions,
  tx: Tx,
  deletion: AccountDeletion,
): Promise<void> => {
  for (const { releaseOnDeletion } of implementedPromotions(promotions)) await releaseOnDeletion(tx, deletion)
}

/** Whether a customer has a valid ticket or voucher of any promotion. */
export const hasValidVouchers = async (
  { promotions }: WithPromotions,
  tx: Tx,
  input: { customer_id: string; now: Date },
): Promise<boolean> => {
  for (const promotion of implementedPromotions(promotions))
    if (await promotion.hasValidVouchers(tx, input)) return true
  return false
}

/** All data that promotions store about a customer, by the kinds' keys. */
export const readOwnPromotionData = async (
  deps: WithPromotions,
  customer_id: string,
): Promise<Record<string, unknown>> => {
  const all: Record<string, unknown> = {}
  for (const { readOwnData } of implementedPromotions(deps.promotions))
    Object.assign(all, await readOwnData(customer_id))
  return all
}

/** A customer's newest tickets and vouchers of all promotions, at most `limit` of each kind. */
export const listVouchersOf = async (
  deps: WithPromotions,
  db: Db,
  input: { customer_id: string; limit: number },
): Promise<CustomerHistory['vouchers']> => {
  const all: CustomerHistory['vouchers'] = []
  for (const { listVouchers } of implementedPromotions(deps.promotions))
    all.push(...(await listVouchers(db, input)))
  return all
}

/** Audit subjects of a customer in promotions: participations, and those that each kind adds. */
export const listPromotionSubjects = async (
  deps: WithPromotions,
  db: Db,
  customer_id: string,
): Promise<SubjectSince[]> => {
  const ids = await listIdsOfCustomer(db, customer_id)
  const all: SubjectSince[] = ids.map((id) => ({ id, since: null }))
  for (const { listSubjects } of implementedPromotions(deps.promotions))
    all.push(...(await listSubjects(db, customer_id)))
  return all
}

/** Data accesses of promotions, by audit action. */
export const promotionDataAccesses = (deps: WithPromotions): Record<string, DataAccessDescription> =>
  Object.assign(
    {},
    ...implementedPromotions(deps.promotions).map(({ dataAccesses }) => dataAccesses),
  ) as Record<string, DataAccessDescription>
