import type { DataOf, RefusalCodeOf } from '@clube/contract/kernel/call.ts'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import {
  forgotPasswordCall,
  recoveryOptionsCall,
  type RecoveryConfiguration,
} from '@clube/contract/recovery/code-calls.ts'
import type { Failure, Sent } from '../../../../platform/api/failure.ts'
import type { App } from '../../../../platform/app/app-context.tsx'
import type { SignInForm } from '../step-props.ts'
import { storeSmsRequest } from './sms-cooldown.ts'

type Person = Pick<SignInForm, 'document_id' | 'document_type'>
type CodeSent = DataOf<typeof forgotPasswordCall>

/** Requests a code by SMS while the flow is at the options. */
export async function sendSmsCode({ club, send }: App, person: Person): Promise<Sent<CodeSent>> {
  const { document_id, document_type } = person
  const body = { document_id, document_type, terms_id: club.terms_id, recovery_method: 'sms' } as const
  const sent = await send(forgotPasswordCall, { body })
  if (!sent.ok) return sent
  const { resend_at } = sent.data
  // Both times are the server's, so the wait does not depend on the phone's clock.
  if (resend_at !== null && sent.server_time !== null) {
    const pause = Date.parse(resend_at) - Date.parse(sent.server_time)
    storeSmsRequest({ requested_at: Date.now(), pause })
  }
  return sent
}

export type AnotherCode =
  | { kind: 'sent'; expires_at: string }
  /** Nothing happened: the code that was sent is still valid. */
  | { kind: 'failed'; failure: Failure }
  /** The code that was sent is no longer valid, and no other was sent. */
  | { kind: 'ended'; failure: Failure; configuration: RecoveryConfiguration | null }

/**
 * Sends another code by the channel of the last one. Spec §4 has no transition for it, so this uses existing
 * ones: by SMS through the options, by e-mail from the start.
 */
export async function sendAnotherCode(
  app: App,
  person: Person,
  at: 'resetCodeEmail' | 'resetCodeSms',
): Promise<AnotherCode> {
  if (at === 'resetCodeSms') {
    const options = await app.send(recoveryOptionsCall, {})
    if (!options.ok) return { kind: 'failed', failure: options.failure }
    const sent = await sendSmsCode(app, person)
    if (sent.ok) return { kind: 'sent', expires_at: sent.data.expires_at }
    return { kind: 'ended', failure: sent.failure, configuration: options.data }
  }
  const { document_id, document_type } = person
  const body = { document_id, document_type, terms_id: app.club.terms_id }
  const checked = await app.send(checkAccountCall, { body })
  if (!checked.ok) return { kind: 'failed', failure: checked.failure }
  const sent = await app.send(forgotPasswordCall, { body: { ...body, recovery_method: 'email' } })
  if (sent.ok) return { kind: 'sent', expires_at: sent.data.expires_at }
  return { kind: 'ended', failure: sent.failure, configuration: await optionsAfter(app, sent.failure) }
}

const codesLeadingToOptions: readonly RefusalCodeOf<typeof forgotPasswordCall>[] = [
  'recovery.codes-exhausted',
  'recovery.sending-paused',
]

/** The options, if the server sends no more e-mails: after such a refusal its flow is at the options. */
export async function optionsAfter(app: App, failure: Failure): Promise<RecoveryConfiguration | null> {
  if (failure.kind !== 'refused' || !codesLeadingToOptions.some((code) => code === failure.code)) return null
  const options = await app.send(recoveryOptionsCall, {})
  return options.ok ? options.data : null
}
