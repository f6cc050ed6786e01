import type { Limits } from '../limits/index.ts'
import type { Vault } from '../vault/index.ts'

/**
 * Under which key wrong passwords of an account are counted: one for each device the person is known on, so that
 * strangers cannot lock a person out, and one for everybody else.
 */
export const passwordAttemptKey = (
  vault: Vault,
  input: { document_index: Buffer; device_id: string | null },
): Buffer => {
  const who = input.device_id === null ? 'anyone' : `device:${input.device_id}`
  return vault.indexOf('attempt-lock.password', `${input.document_index.toString('hex')}:${who}`)
}

/** Under which key wrong answers to "confirm your password" are counted. */
export const confirmationAttemptKey = (vault: Vault, customer_id: string): Buffer =>
  vault.indexOf('attempt-lock.confirm', customer_id)

/** Forgets the failures of an account: its password was replaced. */
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
