import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import {
  forgotPasswordCall,
  recoveryOptionsCall,
  verifyResetCodeCall,
} from '@clube/contract/recovery/code-calls.ts'
import type { TestBrowser } from './browser.ts'
import type { TestRecovery } from './recovery.ts'

const terms_id = 'shd_auth_terms'

/** The code in the newest message that contains one. */
export const newestCode = (recovery: TestRecovery): string => {
  const content = recovery.messages.findLast((message) => 'code' in message.content)?.content
  if (!content || !('code' in content)) throw new Error('No code was sent')
  return content.code
}

/** A wrong code. */
export const wrongCode = (recovery: TestRecovery): string =>
  newestCode(recovery) === '111111' ? '222222' : '111111'

/** A browser waiting for an e-mail code for the document. */
export const awaitingCode = async (recovery: TestRecovery, document_id: string): Promise<TestBrowser> => {
  const browser = recovery.browser()
  await browser.send(checkAccountCall, { body: { document_id, terms_id } })
  const body = { document_id, terms_id, recovery_method: 'email' } as const
  const response = await browser.send(forgotPasswordCall, { body })
  if (!response.ok) throw new Error(`No code: ${JSON.stringify(response)}`)
  browser.discardProof()
  return browser
}

/** A browser at the recovery-options step. */
export const openRecoveryOptions = async (
  recovery: TestRecovery,
  document_id: string,
): Promise<TestBrowser> => {
  const browser = await awaitingCode(recovery, document_id)
  await browser.send(recoveryOptionsCall)
  return browser
}

/** A browser with a recovery token. */
export const withToken = async (
  recovery: TestRecovery,
  document_id: string,
): Promise<{ browser: TestBrowser; recovery_token: string }> => {
  const browser = await awaitingCode(recovery, document_id)
  const body = { verification_code: newestCode(recovery), terms_id }
  const response = await browser.send(verifyResetCodeCall, { body })
  if (!response.ok) throw new Error(`No token: ${JSON.stringify(response)}`)
  browser.discardProof()
  return { browser, recovery_token: response.data.recovery_token }
}
