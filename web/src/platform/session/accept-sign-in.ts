import type { SignedIn } from '@clube/contract/identity/sign-in-calls.ts'
import { deleteDeviceRecord, saveDeviceRecord } from '../credentials/device-record.ts'
import { setSession } from './session-store.ts'

/**
 * Takes over a successful sign-in or registration: tickets that somebody else may have left on this device are
 * forgotten first. `level` is `identified` where no password was given.
 */
export async function acceptSignIn(
  document_id: string,
  signedIn: SignedIn,
  level: 'customer' | 'identified' = 'customer',
): Promise<void> {
  // Not part of the first screen's scripts; where it does not arrive, neither do the pages that show tickets.
  await import('../offline/offline-tickets.ts')
    .then(({ forgetOffline }) => forgetOffline())
    .catch(() => undefined)
  await keepSignIn(document_id, signedIn, level)
}

/**
 * Goes on as the person who was here before: this device keeps the server's new credential, or forgets the one of
 * whoever it had.
 */
export async function keepSignIn(
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
