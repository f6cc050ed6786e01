import { signOutCall } from '@clube/contract/identity/session-calls.ts'
import { closeToast } from '../../kit/toast/toast-store.ts'
import type { Send } from '../api/client.ts'
import type { Failure } from '../api/failure.ts'
import { deleteDeviceRecord, readDeviceRecord } from '../credentials/device-record.ts'
import { clearOffline } from '../offline/wallet-store.ts'
import { eraseDrafts } from '../storage/drafts.ts'
import { removeReceiptsSeen } from '../storage/receipts-seen.ts'
import { removeEveryHold } from '../storage/saved-hold.ts'
import { setSession } from './session-store.ts'

/**
 * Ends the session on the server and deletes local data. Local data is deleted in any case; null means the server succeeded
 * too, otherwise the failure is returned.
 */
export async function signOut(send: Send): Promise<Failure | null> {
  const record = await readDeviceRecord()
  await deleteDeviceRecord()
  await clearOffline()
  removeEveryHold()
  removeReceiptsSeen()
  eraseDrafts('customer')
  const sent = await send(signOutCall, { body: record ? { device_credential: record.password } : {} })
  if (!sent.ok && !(sent.failure.kind === 'refused' && sent.failure.status === 401)) return sent.failure
  closeToast()
  setSession({ kind: 'signedOut' })
  return null
}
