import { signOutCall } from '@clube/contract/identity/sign-in-calls.ts'
import type { Send } from '../api/client.ts'
import type { Failure } from '../api/failure.ts'
import { deleteDeviceRecord, readDeviceRecord } from '../credentials/device-record.ts'
import { forgetOffline } from '../offline/offline-tickets.ts'
import { forgetReservation } from '../storage/saved-reservation.ts'
import { setSession } from './session-store.ts'

/**
 * Ends the session on the server and forgets this device. The device forgets in any case; null means the server did
 * too, otherwise the failure is there to be shown.
 */
export async function signOut(send: Send): Promise<Failure | null> {
  const record = await readDeviceRecord()
  await deleteDeviceRecord()
  await forgetOffline()
  forgetReservation()
  const sent = await send(signOutCall, { body: record ? { device_credential: record.password } : {} })
  if (!sent.ok && !(sent.failure.kind === 'refused' && sent.failure.status === 401)) return sent.failure
  setSession({ at: 'signedOut' })
  return null
}
