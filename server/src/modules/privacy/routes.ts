import { requestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import { listDataLooksCall } from '@clube/contract/privacy/look-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import type { PrivacyDeps } from './deps.ts'
import { listDataLooks } from './list-looks.ts'
import { requestDeletion } from './request-deletion.ts'

/** Serves what a person may do with their own data beside correcting it. */
export const bindPrivacy = (binder: Binder, deps: PrivacyDeps): void => {
  bindCall(binder, requestDeletionCall, async ({ body, session: { customer_id }, cookies }) => {
    const { deletes_at } = await requestDeletion(deps, { customer_id, ...body })
    cookies.closeSession()
    return { data: { deletes_at: deletes_at.toISOString() } }
  })

  bindCall(binder, listDataLooksCall, async ({ query, session: { customer_id } }) => {
    const cursor = query.cursor === undefined ? null : Number(query.cursor)
    const { page, next_cursor } = await listDataLooks(deps.identity.db, { customer_id, cursor })
    return { data: page, next_cursor }
  })
}
