import * as z from 'zod/mini'
import {
  complementSchema,
  neighborhoodSchema,
  streetNumberSchema,
  streetSchema,
} from '../brazil/address-text.ts'
import { cellphoneSchema } from '../brazil/cellphone.ts'
import { cepSchema } from '../brazil/cep.ts'
import { emailSchema } from '../brazil/email.ts'
import { requiredAutocompleteMessage, requiredSelectMessage } from '../brazil/field-messages.ts'
import { customerNameSchema } from '../brazil/customer-name.ts'
import {
  enteredPasswordSchema,
  passwordSchema,
  samePasswordMessage,
  weakPasswordMessage,
} from '../brazil/password.ts'
import { currentPasswordRefusals } from '../brazil/password-refusals.ts'
import { streetTypes } from '../brazil/street-types.ts'
import { consentKinds } from '../club/club.ts'
import { captchaWeights } from '../kernel/captcha-weights.ts'
import { defineCall } from '../kernel/call.ts'
import { yesNoSchema } from '../kernel/yes-no.ts'
import { profileSchema } from './profile-call.ts'
import { documentFields, signedInSchema } from './sign-in-calls.ts'

const positiveId = (message: string) => z.int({ error: message }).check(z.positive(message))

/** Address fields of registration and profile (spec §2, §3). `district_id` is the id of a listed neighborhood. */
export const addressFields = {
  cep: cepSchema,
  state_id: positiveId(requiredSelectMessage),
  city_id: positiveId(requiredAutocompleteMessage),
  district_id: z.optional(z.nullable(positiveId(requiredAutocompleteMessage))),
  neighborhood: neighborhoodSchema,
  street_type: z.enum(streetTypes, { error: requiredSelectMessage }),
  street_name: streetSchema,
  street_number: streetNumberSchema,
  complement: z.optional(complementSchema),
}

/** Personal fields; the server checks the name by document type, and the birth date (spec §5: cpf only) against the clock. */
export const personFields = {
  name: customerNameSchema,
  email: emailSchema,
  cellphone: cellphoneSchema,
  birth_date: z.optional(z.string().check(z.maxLength(10))),
}

const weakPassword = {
  'identity.weak-password': {
    status: 422,
    message: weakPasswordMessage,
    path: 'password',
  },
} as const

/** Checks the password during a registration, before its later steps are filled in. Nothing is stored. */
export const checkPasswordCall = defineCall({
  method: 'POST',
  path: '/api/auth/shd/check-password',
  summary: 'Confere se a senha escolhida no cadastro é fácil de adivinhar.',
  body: z.object({
    document_id: documentFields.document_id,
    birth_date: personFields.birth_date,
    cellphone: cellphoneSchema,
    password: passwordSchema,
  }),
  data: z.object({}),
  refusals: weakPassword,
})

/** Completes registration: for documents without an account, or, with the ticket, for incomplete accounts. */
export const registerCall = defineCall({
  method: 'POST',
  path: '/api/auth/shd/register',
  summary: 'Conclui o cadastro no clube e abre a sessão.',
  body: z.object({
    ...documentFields,
    ...personFields,
    ...addressFields,
    password: passwordSchema,
    password_confirmation: enteredPasswordSchema,
    email_marketing_subscription: z._default(yesNoSchema, 'no'),
    /** Versions of the consent documents that the person accepted. */
    accepted_documents: z
      .array(z.object({ kind: z.enum(consentKinds), version: z.string().check(z.maxLength(40)) }))
      .check(z.maxLength(consentKinds.length)),
    /** The ticket of an incomplete account whose identity was verified. */
    verification_code: z.optional(z.string().check(z.maxLength(100))),
    service_channel: z.optional(z.string().check(z.maxLength(40))),
  }),
  data: signedInSchema,
  refusals: {
    'identity.already-registered': {
      status: 409,
      message: 'Este documento já tem cadastro. Entre com a sua senha.',
    },
    'identity.ticket-expired': {
      status: 409,
      message: 'A confirmação dos seus dados expirou. Comece novamente.',
    },
    'identity.terms-outdated': {
      status: 409,
      message: 'Os termos foram atualizados. Leia a nova versão e aceite para continuar.',
    },
    ...weakPassword,
  },
  captcha_weight: captchaWeights.register,
})

/** Spec §7 "Update password". */
export const updatePasswordCall = defineCall({
  method: 'POST',
  path: '/api/auth/shd/update-password',
  summary: 'Troca a senha de quem está na conta e encerra as outras sessões.',
  body: z.object({
    current_password: enteredPasswordSchema,
    password: passwordSchema,
    password_confirmation: enteredPasswordSchema,
  }),
  data: z.object({
    /** New credential of a remembered device: the old one is revoked with the old password. */
    device_credential: z.optional(z.string()),
  }),
  refusals: {
    ...currentPasswordRefusals,
    ...weakPassword,
    'identity.same-password': { status: 422, message: samePasswordMessage, path: 'password' },
  },
  session: 'customer',
})

/** Spec §3 "Customer lookup result". */
export const accountStatuses = [
  'unregistered',
  'incomplete',
  'active',
  'blocked',
  'deletion_pending',
] as const
export type AccountStatus = (typeof accountStatuses)[number]

/** Spec §7 "Customer lookup": available only with a live ticket or the customer's own session. */
export const customerLookupCall = defineCall({
  method: 'GET',
  path: '/api/marketing/customer',
  summary: 'Situação do cadastro de um documento já confirmado.',
  query: z.object({
    verification_code: z.optional(z.string().check(z.maxLength(100))),
    document_id: z.optional(z.string().check(z.maxLength(18))),
  }),
  data: z.object({
    cpf: z.nullable(z.string()),
    account_status: z.enum(accountStatuses),
    email_marketing_subscription: yesNoSchema,
  }),
  refusals: { 'identity.lookup-unauthorized': { status: 401, message: 'Não autorizado!' } },
  fixed_messages: { 401: 'Não autorizado!' },
})

/** Contacts and name; document and birth date can only be changed at the service desk. */
export const updateProfileCall = defineCall({
  method: 'POST',
  path: '/api/marketing/profile',
  summary: 'Altera nome e contatos.',
  body: z.object({
    name: customerNameSchema,
    email: emailSchema,
    cellphone: cellphoneSchema,
    current_password: enteredPasswordSchema,
  }),
  data: profileSchema,
  refusals: currentPasswordRefusals,
  session: 'customer',
})

export const updateAddressCall = defineCall({
  method: 'POST',
  path: '/api/marketing/profile/address',
  summary: 'Altera o endereço.',
  body: z.object(addressFields),
  data: profileSchema,
  refusals: {},
  session: 'customer',
})

/** Revocation must be as easy as consent (LGPD). */
export const updateEmailMarketingCall = defineCall({
  method: 'POST',
  path: '/api/marketing/profile/email-marketing',
  summary: 'Liga ou desliga o recebimento de ofertas por e-mail.',
  body: z.object({ email_marketing_subscription: yesNoSchema }),
  data: z.object({ email_marketing_subscription: yesNoSchema }),
  refusals: {},
  session: 'customer',
})
