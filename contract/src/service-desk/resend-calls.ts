import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'

/** Resends the message about a participation, only to the person's own confirmed e-mail address. */
export const resendMessageCall = defineCall({
  method: 'POST',
  path: '/api/staff/customers/resend',
  summary: 'Reenvia a mensagem de uma participação, como a dos ingressos, ao e-mail confirmado da pessoa.',
  body: z.object({ transaction_id: z.uuid() }),
  data: z.object({}),
  refusals: {
    'service-desk.unknown-participation': { status: 404, message: 'Participação não encontrada.' },
    'service-desk.email-unconfirmed': {
      status: 409,
      message: 'O e-mail desta pessoa não está confirmado. Ela confirma em Meu perfil.',
    },
    'service-desk.nothing-to-resend': {
      status: 409,
      message: 'Não há mensagem desta participação para enviar de novo.',
    },
    'service-desk.resend-limit': {
      status: 429,
      message: 'As mensagens desta pessoa já foram reenviadas o máximo de vezes hoje.',
    },
  },
  session: 'staff',
  permission: 'customers.resend',
})
