import type { SignedIn } from '@clube/contract/identity/sign-in-calls.ts'
import { deleteDeviceRecord, saveDeviceRecord } from '../credentials/device-record.ts'
import { setSessionEnd } from './session-end.ts'
import { setSession } from './session-store.ts'

/**
 * Accepts a successful sign-in or registration: the wallet of a previous customer on this device is
 * deleted first. `level` is `identified` without a password.
 */
export async function acceptSignIn(
  document_id: string,
  signedIn: SignedIn,
  level: 'customer' | 'identified' = 'customer',
): Promise<void> {
  // Not part of the first screen's scripts; if it fails to load, so do the wallet pages.
  await import('../offline/wallet-store.ts').then(({ clearWallets }) => clearWallets()).catch(() => undefined)
  await import('../storage/receipts-seen.ts').then((seen) => seen.removeReceiptsSeen()).catch(() => undefined)
  await storeSignIn(document_id, signedIn, level)
}

/**
 * Continues as the returning customer: stores the server's new device credential, or deletes the one of
 * the previous customer.
 */
export async function storeSignIn(
  document_id: string,
  signedIn: SignedIn,
  level: 'customer' | 'identified' = 'customer',
): Promise<void> {
  const { device_credential, ...person } = signedIn
  await (device_credential === undefined
    ? deleteDeviceRecord()
    : saveDeviceRecord({ id: document_id, password: device_credential }))
  setSessionEnd(null)
  setSession({ kind: 'signedIn', level, ...person })
}
