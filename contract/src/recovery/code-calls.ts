import * as z from 'zod/mini'
import { documentTextSchema, documentTypeSchema } from '../brazil/document-type.ts'
import { requiredRadioMessage, requiredTextMessage } from '../brazil/field-messages.ts'
import { enteredPasswordSchema, passwordSchema, weakPasswordMessage } from '../brazil/password.ts'
import { verificationCodeSchema } from '../brazil/verification-code.ts'
import { captchaWeights } from '../kernel/captcha-weights.ts'
import { defineCall } from '../kernel/call.ts'

const shortText = (max: number) =>
  z
    .string({ error: requiredTextMessage })
    .check(z.trim(), z.minLength(1, requiredTextMessage), z.maxLength(max))

const terms_id = shortText(60)

/** The account's document; the server parses it under the club's rules (spec §5). */
export const recoveryDocumentFields = {
  document_id: documentTextSchema,
  document_type: z.optional(z.nullable(documentTypeSchema)),
  terms_id,
}

/** How a code is sent. Spec §7. */
export const recoveryMethods = ['email', 'sms'] as const
export type RecoveryMethod = (typeof recoveryMethods)[number]

/** Spec §3: the available recovery options. */
export const recoveryOptions = ['sms', 'local_support', 'remote_support'] as const
export type RecoveryOption = (typeof recoveryOptions)[number]

/**
 * Spec §7 "Forgot password". By e-mail from `signIn` or `forgotPassword`, by SMS from `resetPasswordOption`. The
 * response is the same for known and unknown documents.
 */
export const forgotPasswordCall = defineCall({
  method: 'POST',
  path: '/api/auth/shd/forgot-password',
  summary: 'Envia um código de verificação ao e-mail ou ao celular do cadastro.',
  body: z.object({
    ...recoveryDocumentFields,
    recovery_method: z.enum(recoveryMethods, { error: requiredRadioMessage }),
  }),
  data: z.object({
    /** ISO instant at which the code expires. */
    expires_at: z.string(),
    /** ISO instant from which another SMS may be requested; null after an e-mail. Spec §4 "SMS resend lock". */
    resend_at: z.nullable(z.string()),
  }),
  refusals: {
    'recovery.too-soon': { status: 429, message: 'Aguarde um momento para tentar novamente.' },
    'recovery.codes-exhausted': {
      status: 429,
      message: 'Os códigos de hoje para este documento acabaram. Escolha outra opção ou tente amanhã.',
    },
    'recovery.sending-paused': {
      status: 429,
      message: 'Não é possível enviar códigos agora. Escolha outra opção ou tente mais tarde.',
    },
    'recovery.attempts-exhausted': {
      status: 429,
      message: 'Você já errou o código muitas vezes. Comece novamente.',
    },
  },
  captcha_weight: captchaWeights.forgotPassword,
})

/** A token that allows setting a new password. */
const recoveryTokenSchema = z.object({
  recovery_token: z.string(),
  /** ISO instant at which it expires. */
  expires_at: z.optional(z.string()),
})

const tokenExpired = {
  'recovery.token-expired': {
    status: 409,
    message: 'O prazo para criar a nova senha terminou. Comece novamente.',
  },
} as const

/** Spec §7 "Verify reset code". The request does not identify an account: the code is looked up by the flow. */
export const verifyResetCodeCall = defineCall({
  method: 'POST',
  path: '/api/auth/shd/verify-password-reset-code',
  summary: 'Confere o código e dá o direito de criar uma nova senha.',
  body: z.object({ verification_code: verificationCodeSchema, terms_id }),
  data: recoveryTokenSchema,
  refusals: {
    'recovery.wrong-code': {
      status: 422,
      message: 'Código inválido. Confira e tente novamente.',
      path: 'verification_code',
    },
    'recovery.code-expired': {
      status: 422,
      message: 'Este código expirou. Peça um novo código.',
      path: 'verification_code',
    },
    'recovery.code-exhausted': {
      status: 422,
      message: 'Muitas tentativas com este código. Peça um novo código.',
      path: 'verification_code',
    },
  },
  captcha_weight: captchaWeights.verifyResetCode,
})

/** Spec §3 "Recovery configuration". */
export const recoveryConfigurationSchema = z.object({
  available_options: z.array(z.enum(recoveryOptions)),
  /** For the final screen. */
  confirmation_text: z.string(),
})
export type RecoveryConfiguration = z.infer<typeof recoveryConfigurationSchema>

/**
 * Spec §7 "Recovery options". While a code is pending, this triggers the event RECOVERY_OPTIONS and revokes the code; in
 * every other state it changes nothing.
 */
export const recoveryOptionsCall = defineCall({
  method: 'GET',
  path: '/api/auth/shd/recovery-options',
  summary: 'Outras formas de recuperar a senha. Encerra o código que estava sendo esperado.',
  data: recoveryConfigurationSchema,
  refusals: {},
})

/**
 * Replaces the token of a flow whose page was reloaded: the browser stores no token. The deadline does not
 * change, and the previous token becomes invalid.
 */
export const renewRecoveryTokenCall = defineCall({
  method: 'POST',
  path: '/api/auth/shd/recovery-token',
  summary: 'Troca a chave que dá o direito de criar uma nova senha, sem mudar o prazo.',
  body: z.object({}),
  data: recoveryTokenSchema,
  refusals: tokenExpired,
})

/** Spec §7 "Reset password". Success opens a session and ends all others. */
export const resetPasswordCall = defineCall({
  method: 'POST',
  path: '/api/auth/shd/external/reset-password',
  summary: 'Cria a nova senha, entra na conta e encerra todas as outras sessões.',
  body: z.object({
    password: passwordSchema,
    /** Compared with the password if present. */
    password_confirmation: z.optional(enteredPasswordSchema),
    recovery_token: shortText(100),
    terms_id,
  }),
  data: z.object({
    /** First name for the greeting. */
    customer_name: z.nullable(z.string()),
    account_id: z.optional(z.string()),
    /** For the final screen. Spec §2, §3. */
    confirmation_text: z.string(),
  }),
  refusals: {
    ...tokenExpired,
    'recovery.weak-password': {
      status: 422,
      message: weakPasswordMessage,
      path: 'password',
    },
    'recovery.account-blocked': {
      status: 403,
      message: 'Esta conta está bloqueada. Procure o balcão de atendimento.',
    },
  },
  captcha_weight: captchaWeights.resetPassword,
})
