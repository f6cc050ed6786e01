import * as z from 'zod/mini'
import { requiredRadioMessage } from '../brazil/field-messages.ts'
import { verificationCodeSchema } from '../brazil/verification-code.ts'
import { defineCall } from '../kernel/call.ts'
import { profileSchema } from './profile-call.ts'

/** Validity of the code that confirms a contact, in minutes: mail may be slow, and the code grants no access. */
export const contactCodeMinutes = 30

/** Maximum attempts per code. */
export const contactCodeAttempts = 5

const channelSchema = z.enum(['email', 'sms'], { error: requiredRadioMessage })

const alreadyConfirmed = {
  'identity.contact-confirmed': { status: 409, message: 'Este contato já está confirmado.' },
} as const

/** Sends a code to the account's own contact, which confirms that it is the customer's. */
export const sendContactCodeCall = defineCall({
  method: 'POST',
  path: '/api/marketing/profile/contact-code',
  summary: 'Envia um código que confirma o e-mail ou o celular de quem está na conta.',
  body: z.object({ channel: channelSchema }),
  data: z.object({
    /** ISO instant at which the code expires. */
    expires_at: z.string(),
    /** Identifies the message with the code. */
    message_id: z.optional(z.string()),
  }),
  refusals: {
    ...alreadyConfirmed,
    'identity.contact-code-too-soon': {
      status: 429,
      message: 'Aguarde {seconds} {seconds|segundo|segundos} para pedir outro código.',
    },
    'identity.contact-codes-exhausted': {
      status: 429,
      message: 'Os códigos de hoje para este contato acabaram. Tente amanhã.',
    },
  },
  session: 'customer',
})

/** `delayed`: an attempt failed, and is retried until the code expires. */
export const codeDeliveries = ['sending', 'delayed', 'sent', 'failed'] as const
export type CodeDelivery = (typeof codeDeliveries)[number]

/**
 * Whether a code that confirms a contact was delivered, for the customer who requested it. Password reset codes have no
 * such call: a failed delivery would reveal that an account exists.
 */
export const contactCodeDeliveryCall = defineCall({
  method: 'GET',
  path: '/api/marketing/profile/contact-code-delivery',
  summary: 'Diz se o código que confirma um contato foi entregue.',
  query: z.object({ message_id: z.uuid() }),
  data: z.object({ delivery: z.enum(codeDeliveries) }),
  refusals: {},
  session: 'customer',
})

/** Confirms a contact by the code sent to it. Repeating it changes nothing. */
export const confirmContactCall = defineCall({
  method: 'POST',
  path: '/api/marketing/profile/confirm-contact',
  summary: 'Confirma o e-mail ou o celular com o código recebido.',
  body: z.object({ channel: channelSchema, verification_code: verificationCodeSchema }),
  data: profileSchema,
  refusals: {
    'identity.wrong-contact-code': {
      status: 422,
      message: 'Código inválido. Confira e tente novamente.',
      path: 'verification_code',
    },
    'identity.contact-code-expired': {
      status: 422,
      message: 'Este código não vale mais. Peça um novo código.',
      path: 'verification_code',
    },
  },
  session: 'customer',
})
