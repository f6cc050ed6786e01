import * as z from 'zod/mini'
import { carParkErrors } from '../src/adapters/outside/http-car-park.ts'
import type { Clock } from '../src/ports/clock.ts'
import {
  createCounterpartServer,
  type CounterpartRequest,
  type CounterpartRules,
  type CounterpartServer,
  type Observe,
  type Reply,
  type Wait,
} from './counterpart-server.ts'
import { openJournal } from './journal.ts'
import { isEqual, parseJson, replace } from './local-partner.ts'
import type { Misbehavior } from './misbehavior.ts'
import {
  createParkingBooks,
  promotionsOf,
  type BookedApplication,
  type BookedTicket,
  type ParkingCommand,
  type ParkingResult,
  type TicketStatus,
} from './parking-books.ts'
import { arrivalOf } from './ticket-samples.ts'

export type LocalCarPark = CounterpartServer & {
  /** Base URL of its interface. */
  readonly base_url: () => string
  /** A vehicle enters; by default a car, now. */
  readonly enter: (ticket: Partial<BookedTicket> & { ticket_number: string }) => void
  /** The driver pays everything that is due. */
  readonly pay: (ticket_number: string) => void
  /** The vehicle leaves, if nothing is due. */
  readonly leave: (ticket_number: string) => void
  readonly tickets: () => readonly TicketStatus[]
  /** Every discount in order, with undone ones, for comparing with the club's. */
  readonly books: () => readonly BookedApplication[]
}

export type LocalCarParkOptions = {
  readonly api_key_id: string
  readonly api_key: string
  readonly clock: Clock
  /** Journal file; null keeps everything in memory. */
  readonly file: string | null
  /** Journal of the misbehavior that is switched on; by default it is kept in memory. */
  readonly misbehaviorFile?: string | null
  readonly wait?: Wait
  readonly observe?: Observe
}

export const garageId = 'G1'

/** Ticket numbers with these first digits make the car park misbehave. */
const sentinels: Readonly<Record<string, Misbehavior>> = { '500': 'error-500', '504': 'silent' }

const text = z.string().check(z.minLength(1), z.maxLength(100))
const applySchema = z.object({
  numeroTicket: text,
  idGaragem: text,
  idTransacao: text,
  idPromocao: text,
  valor: z.int().check(z.minimum(1)),
  permitirValorParcial: z.literal(true),
})
const undoSchema = z.object({ idTransacao: text })

const operations: Readonly<Record<string, string>> = {
  'GET /ticket': 'read-ticket',
  'POST /pagamentoAutorizado': 'apply',
  'GET /pagamentoAutorizado': 'find-application',
  'POST /pagamentoAutorizado/estorno': 'undo',
  'GET /pagamentosAutorizados': 'list-applications',
}
export const carParkOperations = Object.values(operations)
const prefix = '/servicos'
const operationOf = ({ method, path }: CounterpartRequest): string =>
  path.startsWith('/elsewhere/')
    ? 'elsewhere'
    : (operations[`${method} ${path.replace(prefix, '')}`] ?? 'unknown')

/** A car park as a real HTTP server on loopback; not started yet. */
export const createLocalCarPark = (options: LocalCarParkOptions): LocalCarPark => {
  const { clock, api_key, api_key_id } = options
  const books = createParkingBooks()
  const journal = openJournal<ParkingCommand, ParkingResult>(options.file, books.execute)
  const now = () => clock().toISOString()

  /** The ticket, which is issued when a number of a sample is read for the first time. */
  const statusOf = (ticket_number: string): TicketStatus | null => {
    if (!books.statusOf(ticket_number, clock())) {
      const arrival = arrivalOf(ticket_number, clock())
      if (arrival) journal.execute({ kind: 'enter', ticket: { ...arrival, garage_id: garageId } })
    }
    return books.statusOf(ticket_number, clock())
  }

  const apply = ({ body }: CounterpartRequest): Reply => {
    const parsed = z.safeParse(applySchema, parseJson(body))
    if (!parsed.success) return error(400, 99, 'Requisição inválida.')
    const { numeroTicket, idGaragem, idTransacao, idPromocao, valor } = parsed.data
    statusOf(numeroTicket)
    const result = journal.execute({
      kind: 'apply',
      key: idTransacao,
      ticket_number: numeroTicket,
      garage_id: idGaragem,
      promotion_id: idPromocao,
      amount_cents: valor,
      at: now(),
    })
    return applyReply(result, { numeroTicket, idTransacao })
  }

  const find = ({ query }: CounterpartRequest): Reply => {
    const idTransacao = query.get('idTransacao') ?? ''
    const application = books.findApplication(idTransacao)
    return application
      ? { status: 200, body: applicationBody(application) }
      : error(404, carParkErrors.unknownTransaction, 'Transação não encontrada.', { idTransacao })
  }

  const undo = ({ body }: CounterpartRequest): Reply => {
    const parsed = z.safeParse(undoSchema, parseJson(body))
    if (!parsed.success) return error(400, 99, 'Requisição inválida.')
    const { idTransacao } = parsed.data
    const result = journal.execute({ kind: 'undo', key: idTransacao, at: now() })
    if (result.kind === 'undone')
      return {
        status: 200,
        body: { idTransacao, dataEstorno: Date.parse(result.undone_at), errorCode: 0 },
      }
    return result.kind === 'refused' && result.reason === 'left'
      ? error(403, carParkErrors.left, 'O veículo já saiu.', { idTransacao })
      : error(404, carParkErrors.unknownTransaction, 'Transação não encontrada.', { idTransacao })
  }

  const handle = (request: CounterpartRequest): Reply => {
    const { query } = request
    if (!isEqual(query.get('apiKey') ?? '', api_key) || query.get('apiKeyId') !== api_key_id)
      return error(401, 98, 'Chave inválida.')
    switch (operationOf(request)) {
      case 'read-ticket': {
        const numeroTicket = query.get('numeroTicket') ?? ''
        const status = statusOf(numeroTicket)
        return status
          ? { status: 200, body: ticketBody(status, clock()) }
          : error(404, carParkErrors.unknownTicket, 'Ticket não encontrado.', { numeroTicket })
      }
      case 'apply':
        return apply(request)
      case 'find-application':
        return find(request)
      case 'undo':
        return undo(request)
      case 'list-applications':
        return listReply(books.applications(), query)
      default:
        return error(404, 97, 'Serviço não encontrado.')
    }
  }

  const server = createCounterpartServer(
    {
      operationOf,
      handle: (request) => {
        journal.refresh()
        return handle(request)
      },
      sentinelOf: ({ query, body }) => sentinels[ticketOf(query, body).slice(0, 3)] ?? null,
      contradict: replace({
        numeroTicket: () => '199999999999',
        idTransacao: () => 'another-transaction',
        pagamentos: (items) => [...(items as readonly object[]), otherDay],
      }),
      changeAmount: replace({
        valorDesconto: addReais,
        pagamentos: (items) =>
          (items as readonly { valorDesconto: number }[]).map((item) => ({
            ...item,
            valorDesconto: addReais(item.valorDesconto),
          })),
      }),
    } satisfies CounterpartRules,
    options,
  )

  return {
    ...server,
    base_url: () => server.url() + prefix,
    enter: (ticket) =>
      void journal.execute({
        kind: 'enter',
        ticket: {
          garage_id: garageId,
          vehicle: 'car',
          entered_at: now(),
          left_at: null,
          paid_cents: 0,
          other_discount_cents: 0,
          free_until: null,
          ...ticket,
        },
      }),
    pay: (ticket_number) => void journal.execute({ kind: 'pay', ticket_number, at: now() }),
    leave: (ticket_number) => void journal.execute({ kind: 'leave', ticket_number, at: now() }),
    tickets: () => {
      journal.refresh()
      return books.tickets().flatMap(({ ticket_number }) => books.statusOf(ticket_number, clock()) ?? [])
    },
    books: () => {
      journal.refresh()
      return books.applications()
    },
  }
}

/** An application of another day, which no request for a list includes. */
const otherDay = {
  numeroTicket: '199999999999',
  idGaragem: garageId,
  idTransacao: 'another-transaction',
  valorDesconto: 100,
  tarifa: 0,
  dataPermitidaSaida: null,
  dataTransacao: Date.UTC(2001, 0, 1),
}

const addReais = (cents: unknown): number => Number(cents) + 1_000_00

const ticketOf = (query: URLSearchParams, body: string): string => {
  const parsed = z.safeParse(z.object({ numeroTicket: z.string() }), parseJson(body))
  return parsed.success ? parsed.data.numeroTicket : (query.get('numeroTicket') ?? '')
}

const error = (status: number, errorCode: number, mensagem: string, about: object = {}): Reply => ({
  status,
  body: { mensagem, errorCode, ...about },
})

const vehicles = { car: 'CARRO', motorcycle: 'MOTO', monthly: 'MENSALISTA' } as const
const msOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant))

const ticketBody = (status: TicketStatus, now: Date): object => ({
  numeroTicket: status.ticket.ticket_number,
  idGaragem: status.ticket.garage_id,
  garagem: 'Estacionamento Ipê',
  dataDeEntrada: msOf(status.ticket.entered_at),
  dataConsulta: now.getTime(),
  dataPermitidaSaida: msOf(status.leave_by),
  dataDeSaida: msOf(status.ticket.left_at),
  tipoVeiculo: vehicles[status.ticket.vehicle],
  tarifa: status.due_cents,
  tarifaSemDesconto: status.fee_cents,
  tarifaPaga: status.ticket.paid_cents,
  valorDesconto: status.discount_cents,
  ticketValido: status.ticket.left_at === null,
  promocoesDisponiveis: promotionsOf(status.ticket),
  mensagem: null,
  errorCode: 0,
})

const applicationBody = (application: BookedApplication): object => ({
  numeroTicket: application.ticket_number,
  idGaragem: application.garage_id,
  idTransacao: application.key,
  idPromocao: application.promotion_id,
  valorDesconto: application.discount_cents,
  tarifa: application.due_cents,
  dataPermitidaSaida: msOf(application.leave_by),
  dataTransacao: msOf(application.applied_at),
  mensagem: null,
  errorCode: 0,
})

const refusalReplies = {
  'unknown-ticket': [404, carParkErrors.unknownTicket, 'Ticket não encontrado.'],
  left: [403, carParkErrors.left, 'O veículo já saiu.'],
  'nothing-due': [403, carParkErrors.nothingDue, 'Não há valor a pagar.'],
  'already-discounted': [403, carParkErrors.alreadyDiscounted, 'O ticket já tem um desconto.'],
  'unknown-promotion': [403, 5, 'Promoção não disponível.'],
  'unknown-application': [404, carParkErrors.unknownTransaction, 'Transação não encontrada.'],
} as const

const applyReply = (result: ParkingResult, about: { numeroTicket: string; idTransacao: string }): Reply => {
  switch (result.kind) {
    case 'applied':
      return { status: 200, body: applicationBody(result.application) }
    case 'repeated':
      return error(403, carParkErrors.repeated, 'Transação já realizada.')
    case 'refused': {
      const [status, code, message] = refusalReplies[result.reason]
      return error(status, code, message, about)
    }
    case 'done':
    case 'undone':
      throw new Error('Not a result of an application')
    default:
      return result satisfies never
  }
}

/** A page of the applications between two instants, in the order in which they were granted. */
const listReply = (applications: readonly BookedApplication[], query: URLSearchParams): Reply => {
  const numberOf = (name: string): number => Number(query.get(name) ?? Number.NaN)
  const found = applications.filter(({ applied_at, undone_at }) => {
    const at = Date.parse(applied_at)
    return undone_at === null && at >= numberOf('de') && at < numberOf('ate')
  })
  const after = query.get('aPartirDe')
  const start = after === null ? 0 : found.findIndex(({ key }) => key === after) + 1
  const page = found.slice(start, start + numberOf('limite'))
  const isLast = start + page.length >= found.length
  return {
    status: 200,
    body: {
      pagamentos: page.map(applicationBody),
      proximo: isLast ? null : (page.at(-1)?.key ?? null),
      errorCode: 0,
    },
  }
}
