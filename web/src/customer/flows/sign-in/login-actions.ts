import { checkAccountCall, signInPasswordlessCall } from '@clube/contract/identity/sign-in-calls.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import type { App } from '../../../platform/app/app-context.tsx'
import { acceptSignIn } from '../../../platform/session/accept-sign-in.ts'
import { saveHandOver } from '../../../platform/session/hand-over.ts'
import type { SignInForm } from './step-props.ts'

type Document = Pick<SignInForm, 'document_id' | 'document_type'>

/** Signs in without a password in passwordless mode (spec §1, §2). Returns the failure, or null. */
export async function identify({ club, send }: App, document: Document): Promise<Failure | null> {
  const { terms_id, access_key } = club
  const body = { ...document, terms_id, access_key: access_key ?? '' }
  const sent = await send(signInPasswordlessCall, { body })
  if (!sent.ok) return sent.failure
  await acceptSignIn(document.document_id, sent.data, 'identified')
  return null
}

/** Checks the account of a document (spec §7); a document without an account is passed to the registration. */
export async function checkAccount({ club, send }: App, document: Document) {
  const sent = await send(checkAccountCall, { body: { ...document, terms_id: club.terms_id } })
  if (sent.ok && sent.data.registration === 'unregistered') saveHandOver(document)
  return sent
}
