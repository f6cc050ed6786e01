import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'

/** A request as shown to a person who opened the link in a notice to the account's contacts. */
export const heldRecoverySchema = z.object({
  protocol: z.string(),
  state: z.enum(['held', 'stopped']),
  /** ISO instant at which the hold ends; null once the request is stopped. */
  held_until: z.nullable(z.string()),
})
export type HeldRecovery = z.infer<typeof heldRecoverySchema>

const linkCall = {
  method: 'POST',
  body: z.object({ code: z.string().check(z.minLength(1), z.maxLength(100)) }),
  data: heldRecoverySchema,
  refusals: {
    'recovery.unknown-link': {
      status: 404,
      message: 'Este endereço não vale. Confira se ele está inteiro ou procure o balcão de atendimento.',
    },
    'recovery.link-expired': {
      status: 409,
      message:
        'O prazo para cancelar este pedido terminou. Se não foi você quem pediu, procure o balcão de atendimento agora.',
    },
  },
} as const

/** Reads the request that the link would stop. A POST, so that the secret does not appear in a URL; it changes nothing. */
export const readObjectionCall = defineCall({
  ...linkCall,
  path: '/api/recovery/objections/read',
  summary: 'O pedido de recuperação em espera a que um link leva.',
})

/** Stops the held request: its owner objects. Repeating it changes nothing. */
export const stopRecoveryCall = defineCall({
  ...linkCall,
  path: '/api/recovery/objections/stop',
  summary: 'Cancela um pedido de recuperação durante a espera de 24 horas.',
})
