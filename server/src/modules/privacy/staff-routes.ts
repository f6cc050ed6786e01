import { deskCancelDeletionCall, deskRequestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import type { PrivacyDeps } from './deps.ts'
import { cancelDeletionAtDesk, requestDeletionAtDesk } from './desk-deletion.ts'

/** Binds the calls for account deletion at the *Balcão* desk. */
export const bindPrivacyDesk = (binder: Binder, deps: PrivacyDeps): void => {
  bindCall(binder, deskRequestDeletionCall, async ({ body, staff: { staff_id } }) => {
    const { deletes_at } = await requestDeletionAtDesk(deps, { ...body, staff_id })
    return { data: { deletes_at: deletes_at.toISOString() }, message: 'Pedido de exclusão registrado.' }
  })

  bindCall(binder, deskCancelDeletionCall, async ({ body, staff: { staff_id } }) => {
    await cancelDeletionAtDesk(deps, { ...body, staff_id })
    return { data: {}, message: 'Pedido de exclusão cancelado.' }
  })
}
