import * as z from 'zod/mini'

/** The place of one request in the paths of its calls. */
export const oneRequest = z.object({ id: z.uuid() })

export const unknownRequestRefusal = {
  'recovery.unknown-request': { status: 404, message: 'Pedido não encontrado.' },
} as const

/** A request that went on, or is in somebody else's hands, since the desk read it. */
export const movedRequestRefusals = {
  ...unknownRequestRefusal,
  'recovery.already-decided': { status: 409, message: 'Este pedido já foi decidido ou mudou de etapa.' },
  'recovery.taken': { status: 409, message: 'Outra pessoa está analisando este pedido.' },
} as const
