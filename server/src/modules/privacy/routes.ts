import { requestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import { listDataAccessesCall, readOwnPromotionDataCall } from '@clube/contract/privacy/data-access-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import type { PrivacyDeps } from './deps.ts'
import { listDataAccesses } from './list-data-accesses.ts'
import { requestDeletion } from './request-deletion.ts'

/** Binds the customer's privacy calls. */
export const bindPrivacy = (binder: Binder, deps: PrivacyDeps): void => {
  bindCall(binder, requestDeletionCall, async ({ body, session: { customer_id }, cookies, metadata }) => {
    const visitor = { ip: metadata.ip, device_id: cookies.deviceId }
    const { deletes_at } = await requestDeletion(deps, { customer_id, ...body, visitor })
    cookies.closeSession()
    return { data: { deletes_at: deletes_at.toISOString() } }
  })

  bindCall(binder, readOwnPromotionDataCall, async ({ session: { customer_id } }) => ({
    data: await deps.readOwnPromotionData(customer_id),
  }))

  bindCall(binder, listDataAccessesCall, async ({ query, session: { customer_id } }) => {
    const cursor = query.cursor === undefined ? null : Number(query.cursor)
    const { page, next_cursor } = await listDataAccesses(deps, { customer_id, cursor })
    return { data: page, next_cursor }
  })
}
