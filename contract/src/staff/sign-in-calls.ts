import * as z from 'zod/mini'
import { emailSchema } from '../brazil/email.ts'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { enteredPasswordSchema } from '../brazil/password.ts'
import { captchaWeights } from '../kernel/captcha-weights.ts'
import { defineCall } from '../kernel/call.ts'
import { roleSchema, secretTextSchema, staffPasswordSchema } from './member.ts'
import { recoveryCodeSchema, recoveryCodesSchema, secondFactorCodeSchema } from './second-factor.ts'

/** The step after the password: the code, or first the enrollment of an authenticator app. */
export const nextStepSchema = z.enum(['code', 'enrollment'])
export type StaffNextStep = z.infer<typeof nextStepSchema>

const nextStep = z.object({ next: nextStepSchema })

/** The signed-in staff member, for the shell. */
export const staffIdentitySchema = z.object({
  staff_id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(roleSchema),
  recovery_codes_left: z.int(),
})
export type StaffIdentity = z.infer<typeof staffIdentitySchema>

const throttled = (path: string) =>
  ({
    'staff.throttled': {
      status: 429,
      message: 'Muitas tentativas. Aguarde {wait} e tente novamente.',
      path,
    },
  }) as const

const signInExpired = {
  'staff.sign-in-expired': { status: 409, message: 'Sua entrada expirou. Comece novamente.' },
} as const

const wrongCode = {
  'staff.wrong-code': {
    status: 401,
    message: 'Código incorreto ou já usado. Espere o próximo código e tente novamente.',
    path: 'code',
  },
} as const

const invitationInvalid = {
  'staff.invitation-invalid': {
    status: 404,
    message:
      'Este convite não vale mais. Se você já criou a senha, entre com ela. Se não, peça um novo a quem administra a equipe.',
  },
} as const

/** First step of a sign-in: e-mail and password. Does not open a session. */
export const staffSignInCall = defineCall({
  method: 'POST',
  path: '/api/staff/sign-in',
  summary: 'Confere e-mail e senha de alguém da equipe.',
  body: z.object({ email: emailSchema, password: enteredPasswordSchema }),
  data: nextStep,
  refusals: {
    'staff.wrong-credentials': { status: 401, message: 'E-mail ou senha incorretos.', path: 'password' },
    ...throttled('password'),
  },
  captcha_weight: captchaWeights.signIn,
})

/** Second step: the code of the authenticator app. */
export const staffConfirmCodeCall = defineCall({
  method: 'POST',
  path: '/api/staff/sign-in/code',
  summary: 'Confere o código do aplicativo e abre a sessão da equipe.',
  body: z.object({ code: secondFactorCodeSchema }),
  data: staffIdentitySchema,
  refusals: { ...wrongCode, ...throttled('code'), ...signInExpired },
})

/** Second step without the app: one of the recovery codes. */
export const staffUseRecoveryCodeCall = defineCall({
  method: 'POST',
  path: '/api/staff/sign-in/recovery-code',
  summary: 'Abre a sessão da equipe com um código de recuperação, que vale uma vez.',
  body: z.object({ recovery_code: recoveryCodeSchema }),
  data: staffIdentitySchema,
  refusals: {
    'staff.wrong-recovery-code': {
      status: 401,
      message: 'Código de recuperação incorreto ou já usado.',
      path: 'recovery_code',
    },
    ...throttled('recovery_code'),
    ...signInExpired,
  },
})

/** Enrollment data for an authenticator app, between the password and the code of the first sign-in. */
export const staffEnrollmentCall = defineCall({
  method: 'GET',
  path: '/api/staff/enrollment',
  summary: 'Mostra a chave a cadastrar no aplicativo autenticador.',
  data: z.object({
    email: z.string(),
    /** The secret in groups of four, for manual entry. */
    secret: z.string(),
    otpauth_uri: z.string(),
    /** The same as a QR code, as an SVG document. */
    qr_svg: z.string(),
  }),
  refusals: signInExpired,
})

/** Confirms the enrollment with the app's first code. Returns the recovery codes, which are not shown again. */
export const staffConfirmEnrollmentCall = defineCall({
  method: 'POST',
  path: '/api/staff/enrollment/confirm',
  summary: 'Cadastra o aplicativo, abre a sessão e mostra os códigos de recuperação uma única vez.',
  body: z.object({ code: secondFactorCodeSchema }),
  data: z.object({ identity: staffIdentitySchema, recovery_codes: recoveryCodesSchema }),
  refusals: { ...wrongCode, ...throttled('code'), ...signInExpired },
})

/** Replaces the recovery codes; requires a code of the app. */
export const staffReplaceRecoveryCodesCall = defineCall({
  method: 'POST',
  path: '/api/staff/recovery-codes',
  summary: 'Troca os códigos de recuperação e mostra os novos uma única vez.',
  body: z.object({ code: secondFactorCodeSchema }),
  data: z.object({ recovery_codes: recoveryCodesSchema }),
  refusals: { ...wrongCode, ...throttled('code') },
  session: 'staff',
})

export const staffSessionCall = defineCall({
  method: 'GET',
  path: '/api/staff/session',
  summary: 'Diz quem da equipe está com a sessão aberta.',
  data: staffIdentitySchema,
  refusals: {},
  session: 'staff',
})

export const staffSignOutCall = defineCall({
  method: 'POST',
  path: '/api/staff/sign-out',
  summary: 'Encerra a sessão da equipe.',
  body: z.object({}),
  data: z.object({}),
  refusals: {},
})

/** The recipient of an invitation; the token is sent in a body, never in a URL, which would be logged. */
export const readInvitationCall = defineCall({
  method: 'POST',
  path: '/api/staff/invitation',
  summary: 'Mostra para quem é um convite da equipe.',
  body: z.object({ token: secretTextSchema }),
  data: z.object({ name: z.string(), email: z.string() }),
  refusals: invitationInvalid,
})

/** Accepts an invitation by setting a password; the second factor follows. */
export const acceptInvitationCall = defineCall({
  method: 'POST',
  path: '/api/staff/invitation/accept',
  summary: 'Aceita um convite: define a senha e segue para o segundo fator.',
  body: z.object({
    token: secretTextSchema,
    password: staffPasswordSchema,
    password_confirmation: z.string({ error: requiredTextMessage }).check(z.maxLength(200)),
  }),
  data: nextStep,
  refusals: {
    ...invitationInvalid,
    'staff.weak-password': {
      status: 422,
      message: 'Esta senha é fácil de adivinhar. Escolha outra.',
      path: 'password',
    },
  },
})
