import * as z from 'zod/mini'
import { birthDateInvalidMessage, birthDateMask } from '../brazil/birth-date.ts'
import { documentTextSchema, documentTypeSchema } from '../brazil/document-type.ts'
import { enteredPasswordSchema } from '../brazil/password.ts'
import { throttledRefusal } from '../brazil/password-refusals.ts'
import { isMaskComplete } from '../brazil/mask.ts'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { captchaWeights } from '../kernel/captcha-weights.ts'
import { defineCall } from '../kernel/call.ts'
import { yesNoSchema } from '../kernel/yes-no.ts'
import { hintsSchema } from './hints.ts'

const shortText = (max: number) =>
  z
    .string({ error: requiredTextMessage })
    .check(z.trim(), z.minLength(1, requiredTextMessage), z.maxLength(max))

/** The document as the browser sends it; the server parses it under the club's rules (spec §5). */
export const documentFields = {
  document_id: documentTextSchema,
  document_type: z.optional(documentTypeSchema),
  terms_id: shortText(60),
}

/** State of the document's account, as the flow needs it (spec §3). */
export const registrationSchema = z.enum(['complete', 'incomplete', 'unregistered'])
export type Registration = z.infer<typeof registrationSchema>

/** Spec §7 "Check account". `unregistered` is the "any other result" that leads to registration (spec §4). */
export const checkAccountCall = defineCall({
  method: 'POST',
  path: '/api/auth/shd/check-account',
  summary: 'Verifica se o documento tem cadastro completo, incompleto ou nenhum.',
  body: z.object(documentFields),
  data: z.object({ registration: registrationSchema, hints: hintsSchema }),
  refusals: {},
  captcha_weight: captchaWeights.checkAccount,
})

/** Data of every successful sign-in. */
export const signedInSchema = z.object({
  /** First name for the greeting; null in sessions opened without a password. */
  customer_name: z.nullable(z.string()),
  /** Binds drafts in the browser to the account; absent in sessions opened without a password. */
  account_id: z.optional(z.string()),
  /** Rotating secret for silent sign-in; present only when the person asked to be remembered. */
  device_credential: z.optional(z.string()),
})
export type SignedIn = z.infer<typeof signedInSchema>

const blocked = {
  'identity.blocked': {
    status: 403,
    message: 'Sua conta está bloqueada. Procure o balcão de atendimento.',
  },
} as const

const passwordRefusals = {
  'identity.wrong-password': {
    status: 401,
    message: 'Senha incorreta. Confira e tente novamente.',
    path: 'password',
  },
  'identity.throttled': { ...throttledRefusal, path: 'password' },
} as const

/** Spec §7 "Password sign-in" and, with a device credential in `password`, "Silent sign-in". */
export const signInWithPasswordCall = defineCall({
  method: 'POST',
  path: '/api/auth/shd/external/signin-password',
  summary: 'Entra com documento e senha, ou em silêncio com a credencial do aparelho.',
  body: z.object({
    ...documentFields,
    terms_id: z.optional(z.string().check(z.maxLength(60))),
    password: enteredPasswordSchema,
    remember_me: z._default(yesNoSchema, 'no'),
  }),
  data: signedInSchema,
  refusals: {
    ...passwordRefusals,
    'identity.wrong-device-credential': { status: 401, message: 'Entre novamente com a sua senha.' },
    ...blocked,
  },
  captcha_weight: captchaWeights.signIn,
})

/**
 * Adds the password to a session that was opened without one, where a call requires it. A new session replaces the
 * old one.
 */
export const confirmPasswordCall = defineCall({
  method: 'POST',
  path: '/api/auth/shd/external/confirm-password',
  summary: 'Confirma a senha de quem entrou só com o documento.',
  body: z.object({ password: enteredPasswordSchema }),
  data: signedInSchema,
  refusals: { ...passwordRefusals, ...blocked },
  session: 'identified',
  captcha_weight: captchaWeights.signIn,
})

/** Spec §7 "Passwordless sign-in": identification, not authentication; off unless configured. */
export const signInPasswordlessCall = defineCall({
  method: 'POST',
  path: '/api/auth/shd/external/signin-passwordless',
  summary: 'Identifica o cliente só pelo documento, quando o clube permite.',
  body: z.object({ ...documentFields, access_key: shortText(200) }),
  data: signedInSchema,
  refusals: {
    'identity.passwordless-off': { status: 403, message: 'Não autorizado!' },
    'identity.passwordless-unknown': {
      status: 404,
      message: 'Não encontramos este documento no clube.',
      path: 'document_id',
    },
    ...blocked,
  },
  captcha_weight: captchaWeights.signIn,
})

/** Verifies the data behind the hints of an incomplete account (spec §2, §7 "Verify identity"). */
export const verifyIdentityCall = defineCall({
  method: 'POST',
  path: '/api/auth/shd/verify-person-identity',
  summary: 'Confere os dados que completam as dicas de um cadastro incompleto.',
  body: z.object({
    ...documentFields,
    cellphone: z.optional(z.string().check(z.maxLength(40))),
    birth_date: z.optional(
      z.string().check(
        z.maxLength(10),
        z.refine(
          (text) => text === '' || /^\d{4}-\d{2}-\d{2}$/.test(text) || isMaskComplete(birthDateMask, text),
          {
            error: birthDateInvalidMessage,
          },
        ),
      ),
    ),
    email: z.optional(z.string().check(z.maxLength(255))),
  }),
  data: z.object({
    account: z.object({
      name: z.nullable(z.string()),
      birth_date: z.nullable(z.string()),
      cellphone: z.nullable(z.string()),
      email: z.nullable(z.string()),
    }),
    /** Single-use ticket for completing the registration; valid for 15 minutes. */
    verification_code: z.string(),
  }),
  refusals: {
    'identity.hints-mismatch': {
      status: 403,
      message: 'Os dados informados não conferem com o cadastro. Confira e tente novamente.',
    },
    'identity.hints-exhausted': {
      status: 429,
      message: 'Muitas tentativas. Tente novamente amanhã ou procure o balcão de atendimento.',
    },
  },
  captcha_weight: captchaWeights.verifyIdentity,
})
