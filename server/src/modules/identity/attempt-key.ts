import type { Limits } from '../limits/index.ts'
import type { Vault } from '../vault/index.ts'

/**
 * The key under which wrong passwords of an account are counted: one per known device, so that
 * attackers cannot lock the owner out, and one for all other devices.
 */
export const passwordAttemptKey = (
  vault: Vault,
  input: { document_index: Buffer; device_id: string | null },
): Buffer => {
  const client = input.device_id === null ? 'anyone' : `device:${input.device_id}`
  return vault.indexOf('attempt-lock.password', `${input.document_index.toString('hex')}:${client}`)
}

/** The key under which wrong password confirmations are counted. */
export const confirmationAttemptKey = (vault: Vault, customer_id: string): Buffer =>
  vault.indexOf('attempt-lock.confirm', customer_id)

/** Resets the counters of wrong passwords of an account whose password was replaced. */
export const clearPasswordAttempts = async (
  deps: { readonly vault: Vault; readonly limits: Pick<Limits, 'clearAttempts'> },
  account: { customer_id: string; document_index: Buffer; device_id: string | null },
): Promise<void> => {
  const { vault, limits } = deps
  const { document_index, device_id } = account
  await limits.clearAttempts(passwordAttemptKey(vault, { document_index, device_id: null }))
  if (device_id !== null) await limits.clearAttempts(passwordAttemptKey(vault, { document_index, device_id }))
  await limits.clearAttempts(confirmationAttemptKey(vault, account.customer_id))
}
