import * as z from 'zod/mini'

/** Path parameters of the calls for one request. */
export const requestParams = z.object({ id: z.uuid() })

export const unknownRequestRefusal = {
  'recovery.unknown-request': { status: 404, message: 'Pedido não encontrado.' },
} as const

/** Refusals for a request that has changed, or is being reviewed by someone else, since the desk loaded it. */
export const changedRequestRefusals = {
  ...unknownRequestRefusal,
  'recovery.already-decided': { status: 409, message: 'Este pedido já foi decidido ou mudou de etapa.' },
  'recovery.taken': { status: 409, message: 'Outra pessoa está analisando este pedido.' },
} as const
