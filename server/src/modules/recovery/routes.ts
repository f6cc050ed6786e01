import { digitsOf } from '@clube/contract/brazil/mask.ts'
import { passwordConfirmationError, resetPasswordMismatchMessage } from '@clube/contract/brazil/password.ts'
import {
  forgotPasswordCall,
  recoveryOptionsCall,
  renewRecoveryTokenCall,
  resetPasswordCall,
  verifyResetCodeCall,
} from '@clube/contract/recovery/code-calls.ts'
import { readObjectionCall, stopRecoveryCall } from '@clube/contract/recovery/objection-calls.ts'
import { deletionCancelledMessage } from '@clube/contract/privacy/deletion.ts'
import { supportRecoveryCall } from '@clube/contract/recovery/support-call.ts'
import { bindCall, type Binder, type CallContext } from '../../http/bind.ts'
import type { Cookies } from '../../http/context.ts'
import { InvalidInput, refuseRequest } from '../../kernel/refusal.ts'
import type { Visitor } from '../identity/index.ts'
import { createSecret } from '../vault/index.ts'
import { chooseAnotherOption } from './choose-another-option.ts'
import type { RecoveryDeps } from './deps.ts'
import { readObjection, stopRecovery } from './object-to-recovery.ts'
import type { RecoveryForm } from './recovery-request.ts'
import { resetPassword } from './reset-password.ts'
import { sendResetCode } from './send-reset-code.ts'
import { admitRecovery, submitRecovery } from './submit-recovery.ts'
import { renewRecoveryToken } from './renew-recovery-token.ts'
import { verifyResetCode, type RecoveryToken } from './verify-reset-code.ts'

/** Binds the customer's recovery calls (spec §7). */
export const bindRecovery = (binder: Binder, deps: RecoveryDeps): void => {
  bindCodes(binder, deps)
  bindCall(binder, readObjectionCall, async ({ body, metadata }) => ({
    data: await readObjection(deps, { secret: body.code, ip: metadata.ip }),
  }))
  bindCall(binder, stopRecoveryCall, async ({ body, metadata }) => ({
    data: await stopRecovery(deps, { secret: body.code, ip: metadata.ip }),
  }))
  bindCall(
    binder,
    supportRecoveryCall,
    async ({ body, cookies, metadata }) => {
      const document = deps.accounts.readDocument(body)
      const { personal_id_front, personal_id_back, personal_id_selfie } = body
      const { protocol, answer_by } = await submitRecovery(deps, {
        visitor: visitorOf(cookies, metadata),
        document,
        form: formOf(deps, body, document.document_type),
        files: { personal_id_front, personal_id_back, personal_id_selfie },
      })
      return {
        data: { protocol, answer_by: answer_by.toISOString() },
        message: `Recebemos o seu pedido. O protocolo é ${protocol}.`,
      }
    },
    ({ cookies, metadata }) => admitRecovery(deps, visitorOf(cookies, metadata)),
  )
}

/** Every call of the flow has a proof, and every proof is bound to a flow. */
const flowIdOf = (cookies: Cookies): string => {
  if (!cookies.flowId) throw refuseRequest('flow.wrong-step')
  return cookies.flowId
}

const visitorOf = (cookies: Cookies, { ip }: { ip: string }): Visitor => ({
  ip,
  flow_id: flowIdOf(cookies),
  device_id: cookies.deviceId,
})

const tokenResponse = ({ recovery_token, expires_at }: RecoveryToken) => ({
  recovery_token,
  expires_at: expires_at.toISOString(),
})

const bindCodes = (binder: Binder, deps: RecoveryDeps): void => {
  bindCall(binder, forgotPasswordCall, async ({ body, cookies, metadata }) => {
    const { expires_at, resend_at } = await sendResetCode(deps, {
      visitor: visitorOf(cookies, metadata),
      document: deps.accounts.readDocument(body),
      method: body.recovery_method,
    })
    return { data: { expires_at: expires_at.toISOString(), resend_at: resend_at?.toISOString() ?? null } }
  })

  bindCall(binder, verifyResetCodeCall, async ({ body, cookies, metadata }) => ({
    data: tokenResponse(
      await verifyResetCode(deps, {
        visitor: visitorOf(cookies, metadata),
        code: body.verification_code,
      }),
    ),
  }))

  bindCall(binder, renewRecoveryTokenCall, async ({ cookies }) => ({
    data: tokenResponse(await renewRecoveryToken(deps, { flow_id: flowIdOf(cookies) })),
  }))

  bindCall(binder, recoveryOptionsCall, async ({ cookies }) => ({
    data: await chooseAnotherOption(deps, { flow_id: cookies.flowId }),
  }))

  bindCall(binder, resetPasswordCall, async ({ body, cookies, metadata }) => {
    requireConfirmation(body)
    const new_device_id = createSecret()
    const { signed_in, session, deletion_cancelled } = await resetPassword(deps, {
      flow_id: flowIdOf(cookies),
      recovery_token: body.recovery_token,
      password: body.password,
      new_device_id,
      origin: {
        ip: metadata.ip,
        device_id: cookies.deviceId,
        session_token: cookies.sessionToken,
      },
    })
    cookies.openSession(session.token, session.maxAgeSeconds)
    if (!cookies.deviceId) cookies.rememberDevice(new_device_id)
    const { customer_name, account_id } = signed_in
    return {
      data: { customer_name, account_id, confirmation_text: deps.rules.confirmation_text },
      ...(deletion_cancelled ? { message: deletionCancelledMessage } : {}),
    }
  })
}

/** @throws {InvalidInput} under `password_confirmation`, with the reset screen's message (spec §5) */
const requireConfirmation = (body: CallContext<typeof resetPasswordCall>['body']): void => {
  const { password, password_confirmation } = body
  if (password_confirmation === undefined) return
  const message = passwordConfirmationError({
    password,
    password_confirmation,
    required: true,
    mismatchMessage: resetPasswordMismatchMessage,
  })
  if (message !== undefined) throw new InvalidInput([{ path: 'password_confirmation', message }])
}

/** Drops fields that do not apply: a previous contact is kept only when it changed. */
const formOf = (
  deps: RecoveryDeps,
  body: CallContext<typeof supportRecoveryCall>['body'],
  document_type: 'cpf' | 'cnpj',
): RecoveryForm => {
  const person = deps.accounts.readPerson({
    ...body,
    birth_date: body.birth_date ?? undefined,
    document_type,
  })
  const { cellphone_status, email_status, extra_information } = body
  return {
    ...person,
    cellphone_status,
    previous_cellphone:
      cellphone_status === 'changed' && body.previous_cellphone ? digitsOf(body.previous_cellphone) : null,
    email_status,
    previous_email: email_status === 'changed' ? (body.previous_email?.trim().toLowerCase() ?? null) : null,
    extra_information,
    extra_information_description:
      extra_information === 'yes' ? (body.extra_information_description?.trim() ?? null) : null,
  }
}
