import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'

const resendRefusals = {
  'service-desk.email-unconfirmed': {
    status: 409,
    message: 'O e-mail desta pessoa não está confirmado. Ela confirma em Meu perfil.',
  },
  'service-desk.nothing-to-resend': { status: 409, message: 'Não há mensagem para enviar de novo.' },
  'service-desk.resend-limit': {
    status: 429,
    message: 'As mensagens desta pessoa já foram reenviadas o máximo de vezes hoje.',
  },
} as const

const access = { session: 'staff', permission: 'customers.resend' } as const

/** Resends the message about a participation, only to the person's own confirmed e-mail address. */
export const resendMessageCall = defineCall({
  method: 'POST',
  path: '/api/staff/customers/resend',
  summary: 'Reenvia a mensagem de uma participação, como a dos ingressos, ao e-mail confirmado da pessoa.',
  body: z.object({ transaction_id: z.uuid() }),
  data: z.object({}),
  refusals: {
    'service-desk.unknown-participation': { status: 404, message: 'Participação não encontrada.' },
    ...resendRefusals,
  },
  ...access,
})

/** Resends the message about the approval or rejection of a receipt, like that about a participation. */
export const resendReceiptMessageCall = defineCall({
  method: 'POST',
  path: '/api/staff/customers/resend-receipt',
  summary: 'Reenvia a mensagem sobre a análise de uma nota ao e-mail confirmado da pessoa.',
  body: z.object({ purchase_id: z.uuid() }),
  data: z.object({}),
  refusals: {
    'service-desk.unknown-receipt': { status: 404, message: 'Nota não encontrada.' },
    ...resendRefusals,
  },
  ...access,
})
