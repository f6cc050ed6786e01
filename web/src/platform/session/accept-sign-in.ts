import type { SignedIn } from '@clube/contract/identity/sign-in-calls.ts'
import { deleteDeviceRecord, saveDeviceRecord } from '../credentials/device-record.ts'
import { setSession } from './session-store.ts'

/**
 * Takes over a successful sign-in or registration: this device keeps the server's credential, or forgets the one of
 * whoever was here before. `level` is `identified` where no password was given.
 */
export async function acceptSignIn(
  document_id: string,
  signedIn: SignedIn,
  level: 'customer' | 'identified' = 'customer',
): Promise<void> {
  const { device_credential, customer_name } = signedIn
  await (device_credential === undefined
    ? deleteDeviceRecord()
    : saveDeviceRecord({ id: document_id, password: device_credential }))
  setSession({ at: 'signedIn', level, customer_name })
}
