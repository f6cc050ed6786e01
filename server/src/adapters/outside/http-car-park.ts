import * as z from 'zod/mini'
import {
  CarParkUnavailable,
  type CarPark,
  type ParkingApplication,
  type ParkingTicket,
} from '../../ports/car-park.ts'
import { amount, epochMs, reference } from './answer-schemas.ts'
import { createOutsideClient, OutsideFailure, type OutsideOptions, type Send } from './outside-client.ts'

/** Error codes of the car park's interface (docs/how-to/connect-a-car-park.md). */
export const carParkErrors = {
  unknownTicket: 1,
  unknownTransaction: 2,
  left: 3,
  nothingDue: 4,
  alreadyDiscounted: 8,
  /** The transaction was already made: the response to a repeated request. */
  repeated: 9,
} as const

const vehicles = { CARRO: 'car', MOTO: 'motorcycle', MENSALISTA: 'monthly' } as const
/** A page of the list is far below the size limit of a response. */
const pageSize = 100
const maxPages = 1_000

const ok = z.literal(0)
const ticketSchema = z.object({
  numeroTicket: z.string(),
  idGaragem: reference,
  dataDeEntrada: epochMs,
  dataConsulta: epochMs,
  dataPermitidaSaida: z.nullable(epochMs),
  dataDeSaida: z.nullable(epochMs),
  tipoVeiculo: z.enum(['CARRO', 'MOTO', 'MENSALISTA']),
  /** What is due now. */
  tarifa: amount,
  tarifaSemDesconto: amount,
  valorDesconto: amount,
  ticketValido: z.boolean(),
  promocoesDisponiveis: z.array(reference).check(z.maxLength(100)),
  errorCode: ok,
})
const applicationSchema = z.object({
  numeroTicket: reference,
  idGaragem: reference,
  idTransacao: reference,
  valorDesconto: amount.check(z.minimum(1)),
  tarifa: amount,
  dataPermitidaSaida: z.nullable(epochMs),
  dataTransacao: epochMs,
})
const refusalSchema = z.object({
  errorCode: z.int().check(z.minimum(1), z.maximum(9_999)),
  numeroTicket: z.optional(z.string()),
  idTransacao: z.optional(z.string()),
})

const applicationOf = (body: z.infer<typeof applicationSchema>): ParkingApplication => ({
  key: body.idTransacao,
  ticket_number: body.numeroTicket,
  garage_id: body.idGaragem,
  discount_cents: body.valorDesconto,
  due_cents: body.tarifa,
  leave_by: body.dataPermitidaSaida,
  applied_at: body.dataTransacao,
})

const ticketOf = (body: z.infer<typeof ticketSchema>): ParkingTicket => {
  const { tarifa: due_cents, tarifaSemDesconto: fee_cents, valorDesconto: discount_cents } = body
  // The rest of the fee was paid.
  requireConsistent(due_cents + discount_cents <= fee_cents)
  requireConsistent(due_cents === 0 || body.dataPermitidaSaida === null)
  requireConsistent(body.dataDeEntrada <= body.dataConsulta)
  return {
    ticket_number: body.numeroTicket,
    garage_id: body.idGaragem,
    entered_at: body.dataDeEntrada,
    read_at: body.dataConsulta,
    vehicle: vehicles[body.tipoVeiculo],
    state: body.dataDeSaida === null && body.ticketValido ? 'parked' : 'left',
    leave_by: body.dataPermitidaSaida,
    due_cents,
    fee_cents,
    discount_cents,
    promotion_ids: body.promocoesDisponiveis,
  }
}

/**
 * A car park with the interface common in Brazilian malls (docs/how-to/connect-a-car-park.md): amounts in cents, instants
 * in epoch milliseconds, the key in the URL. A response about another ticket, garage, transaction or amount is `unknown`.
 */
export const createHttpCarPark = (
  options: OutsideOptions & { api_key_id: string; api_key: string },
): CarPark => {
  const { api_key: apiKey, api_key_id: apiKeyId } = options
  const run = createOutsideClient({ ...options, credentials: { query: { apiKey, apiKeyId } } })

  const find = async (send: Send, key: string) => {
    const { status, body } = await send({
      method: 'GET',
      path: '/pagamentoAutorizado',
      query: { idTransacao: key },
      answers: {
        200: applicationSchema,
        404: z.object({ errorCode: z.literal(carParkErrors.unknownTransaction), idTransacao: z.string() }),
      },
    })
    requireConsistent(body.idTransacao === key)
    return status === 200 ? applicationOf(body) : null
  }

  return {
    readTicket: (ticket_number) =>
      run(async (send) => {
        const { status, body } = await send({
          method: 'GET',
          path: '/ticket',
          query: { numeroTicket: ticket_number },
          answers: {
            200: ticketSchema,
            // A 404 without our ticket may come from a proxy or a wrong address.
            404: z.object({ errorCode: z.literal(carParkErrors.unknownTicket), numeroTicket: z.string() }),
          },
        })
        requireConsistent(body.numeroTicket === ticket_number)
        return status === 200 ? ticketOf(body) : null
      }).catch(throwUnavailable),

    apply: (asked) =>
      run(async (send) => {
        const { status, body } = await send({
          method: 'POST',
          path: '/pagamentoAutorizado',
          body: {
            numeroTicket: asked.ticket_number,
            idGaragem: asked.garage_id,
            idTransacao: asked.key,
            idPromocao: asked.promotion_id,
            valor: asked.amount_cents,
            permitirValorParcial: true,
          },
          answers: { 200: applicationSchema, 403: refusalSchema, 404: refusalSchema },
        })
        if (status === 200) return { kind: 'done', result: confirm(asked, applicationOf(body)) } as const
        requireConsistent(body.numeroTicket === undefined || body.numeroTicket === asked.ticket_number)
        requireConsistent(body.idTransacao === undefined || body.idTransacao === asked.key)
        if (body.errorCode !== carParkErrors.repeated) return refusal(applicationRefusals, body.errorCode)
        const found = await find(send, asked.key)
        // Someone made the transaction, and it is not ours.
        if (found === null) throw new OutsideFailure('repeated-without-application')
        return { kind: 'done', result: confirm(asked, found) } as const
      }).catch(unknown),

    findApplication: (key) =>
      run(async (send) => {
        const result = await find(send, key)
        return result === null ? ({ kind: 'absent' } as const) : ({ kind: 'done', result } as const)
      }).catch(unknown),

    undo: (key) =>
      run(async (send) => {
        const { status, body } = await send({
          method: 'POST',
          path: '/pagamentoAutorizado/estorno',
          body: { idTransacao: key },
          answers: {
            200: z.object({ idTransacao: z.string(), dataEstorno: epochMs }),
            403: refusalSchema,
            404: refusalSchema,
          },
        })
        if (status === 200) {
          requireConsistent(body.idTransacao === key)
          return { kind: 'done', result: { undone_at: body.dataEstorno } } as const
        }
        requireConsistent(body.idTransacao === undefined || body.idTransacao === key)
        return refusal(undoRefusals, body.errorCode)
      }).catch(unknown),

    listApplications: async (from, until) => {
      const applications = new Map<string, ParkingApplication>()
      let after: string | null = null
      for (let page = 0; page < maxPages; page++) {
        const { items, next }: Page = await run((send) => readPage(send, { from, until, after })).catch(
          throwUnavailable,
        )
        for (const application of items) {
          if (applications.has(application.key)) throw new CarParkUnavailable('contradiction')
          applications.set(application.key, application)
        }
        if (next === null) return [...applications.values()]
        after = next
      }
      throw new CarParkUnavailable('too-many-pages')
    },
  }
}

const applicationRefusals = new Map([
  [carParkErrors.unknownTicket, 'unknown-ticket'],
  [carParkErrors.left, 'left'],
  [carParkErrors.nothingDue, 'nothing-due'],
  [carParkErrors.alreadyDiscounted, 'already-discounted'],
] as const)
const undoRefusals = new Map([
  [carParkErrors.unknownTransaction, 'unknown-application'],
  [carParkErrors.left, 'left'],
] as const)

/** @throws {OutsideFailure} for a code that is not a refusal of the operation */
const refusal = <Reason>(reasons: ReadonlyMap<number, Reason>, errorCode: number) => {
  const reason = reasons.get(errorCode)
  if (reason === undefined) throw new OutsideFailure(`error-code-${errorCode}`)
  return { kind: 'refused', reason } as const
}

type Page = { readonly items: readonly ParkingApplication[]; readonly next: string | null }

const readPage = async (
  send: Send,
  { from, until, after }: { from: Date; until: Date; after: string | null },
): Promise<Page> => {
  const { body } = await send({
    method: 'GET',
    path: '/pagamentosAutorizados',
    query: {
      de: String(from.getTime()),
      ate: String(until.getTime()),
      limite: String(pageSize),
      ...(after === null ? {} : { aPartirDe: after }),
    },
    answers: {
      200: z.object({
        pagamentos: z.array(applicationSchema).check(z.maxLength(pageSize)),
        proximo: z.nullable(reference),
        errorCode: ok,
      }),
    },
  })
  const items = body.pagamentos.map(applicationOf)
  requireConsistent(items.every(({ applied_at }) => applied_at >= from && applied_at < until))
  requireConsistent(body.proximo === null || items.length > 0)
  return { items, next: body.proximo }
}

/** @throws {OutsideFailure} when the application is not the one that was asked for */
const confirm = (
  asked: { key: string; ticket_number: string; garage_id: string; amount_cents: number },
  found: ParkingApplication,
): ParkingApplication => {
  requireConsistent(found.key === asked.key)
  requireConsistent(found.ticket_number === asked.ticket_number && found.garage_id === asked.garage_id)
  requireConsistent(found.discount_cents <= asked.amount_cents)
  requireConsistent(found.due_cents === 0 || found.leave_by === null)
  return found
}

/** @throws {OutsideFailure} when the response contradicts itself or the request */
const requireConsistent = (isConsistent: boolean): void => {
  if (!isConsistent) throw new OutsideFailure('contradiction')
}

const unknown = (error: unknown) => {
  if (error instanceof OutsideFailure) return { kind: 'unknown', cause: error.code } as const
  throw error
}

const throwUnavailable = (error: unknown): never => {
  throw error instanceof OutsideFailure ? new CarParkUnavailable(error.code) : error
}
