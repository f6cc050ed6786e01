import { audienceLabel } from '@clube/contract/new-project/brand.ts'
import type { Db } from '../../db/database.ts'
import { findPeople } from '../identity/index.ts'
import type { Brand } from './brands/brand-store.ts'
import { countLiveOf } from './project-store.ts'

type AudienceExclusion = { ok: false; code: 'new-project.audience'; values: { document: string } }
type LimitExclusion = { ok: false; code: 'new-project.limit-reached'; values: { n: number } }

/** Why the brand is not for the customer's kind of document; null when it is. */
export const findAudienceExclusion = async (
  db: Db,
  { customer_id, brand: { rules } }: { customer_id: string; brand: Brand },
): Promise<AudienceExclusion | null> => {
  const document_type = (await findPeople(db, [customer_id])).get(customer_id)?.document_type
  if (document_type !== undefined && rules.audience.includes(document_type)) return null
  return { ok: false, code: 'new-project.audience', values: { document: audienceLabel(rules.audience) } }
}

/** Whether the customer's live projects have reached the brand's limit per person; null when they have not. */
export const findLimitExclusion = async (
  db: Db,
  { customer_id, brand: { id: brand_id, rules } }: { customer_id: string; brand: Brand },
): Promise<LimitExclusion | null> => {
  const { limit_per_customer: limit } = rules
  if (limit === null) return null
  const n = await countLiveOf(db, { customer_id, brand_id })
  return n < limit ? null : { ok: false, code: 'new-project.limit-reached', values: { n } }
}
