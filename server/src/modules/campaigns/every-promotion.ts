import type { LookFacts } from '@clube/contract/privacy/look.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { SubjectSince } from '../audit/index.ts'
import type { CampaignDeps } from './deps.ts'
import { builtPromotions, type Departure } from './promotion.ts'
import { listIdsOfCustomer } from './transaction-store.ts'

type WithPromotions = Pick<CampaignDeps, 'promotions'>

/** Releases what a leaving customer will not use, in all promotions. */
export const leavePromotions = async (deps: WithPromotions, tx: Tx, departure: Departure): Promise<void> => {
  for (const { leave } of builtPromotions(deps.promotions)) await leave(tx, departure)
}

/** All data that promotions store about a customer, by the kinds' keys. */
export const readOwnPromotionData = async (
  deps: WithPromotions,
  customer_id: string,
): Promise<Record<string, unknown>> => {
  const all: Record<string, unknown> = {}
  for (const { readOwnData } of builtPromotions(deps.promotions))
    Object.assign(all, await readOwnData(customer_id))
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
  for (const { listSubjects } of builtPromotions(deps.promotions))
    all.push(...(await listSubjects(db, customer_id)))
  return all
}

/** Descriptions of staff accesses in promotions, by audit action. */
export const promotionLooks = (deps: WithPromotions): Record<string, LookFacts> =>
  Object.assign({}, ...builtPromotions(deps.promotions).map(({ looks }) => looks)) as Record<
    string,
    LookFacts
  >
