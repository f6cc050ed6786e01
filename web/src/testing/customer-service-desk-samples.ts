import * as actionCalls from '@clube/contract/customer-service/action-calls.ts'
import {
  archiveTemplateCall,
  listTemplatesCall,
  saveTemplateCall,
  type ListedTemplate,
} from '@clube/contract/customer-service/answer-template.ts'
import {
  readServiceFiguresCall,
  type ServiceFigures,
} from '@clube/contract/customer-service/figures-calls.ts'
import {
  readServiceHoursCall,
  saveServiceHoursCall,
  type ServiceHours,
} from '@clube/contract/customer-service/service-hours.ts'
import * as calls from '@clube/contract/customer-service/staff-calls.ts'
import type { DeskMessage, DeskTicket, QueuedTicket } from '@clube/contract/customer-service/staff-calls.ts'
import { respond, type DeclaredResponse } from './fake-server.ts'
import { sampleId } from './samples.ts'

/** The staff member who is signed in. */
export const self = { staff_id: sampleId(900), name: 'Isabel Teixeira' }
export const colleague = { staff_id: sampleId(905), name: 'Gilberto Ramos' }

/** An overdue ticket without an assignee. */
export const queuedTicket: QueuedTicket = {
  ticket_id: sampleId(401),
  protocol: 'SAC-2026-000123-4',
  state: 'new',
  area: 'purchases',
  category: 'purchase',
  priority: 'urgent',
  subject: 'A nota foi recusada por engano',
  customer_name: 'Olga',
  assignee: null,
  version: 3,
  created_at: '2026-11-19T13:00:00.000Z',
  last_message_at: '2026-11-21T14:20:00.000Z',
  last_author: 'customer',
  first_answer_due_at: '2026-11-21T12:00:00.000Z',
  due_at: '2026-11-28T13:00:00.000Z',
  next_due_at: '2026-11-21T12:00:00.000Z',
}

/** The queue: overdue, due soon, due today, and later with a colleague. */
export const queuedTickets: QueuedTicket[] = [
  queuedTicket,
  {
    ...queuedTicket,
    ticket_id: sampleId(402),
    protocol: 'SAC-2026-000131-5',
    state: 'in_progress',
    area: 'parking',
    category: 'parking',
    priority: 'high',
    subject: 'Vale-estacionamento não foi aplicado na saída',
    customer_name: 'Tomás',
    assignee: self,
    last_author: 'staff',
    first_answer_due_at: null,
    next_due_at: '2026-11-21T15:40:00.000Z',
  },
  {
    ...queuedTicket,
    ticket_id: sampleId(403),
    protocol: 'SAC-2026-000140-1',
    area: 'promotions',
    category: 'promotion',
    priority: 'normal',
    subject: 'Retirada do brinde depois do prazo',
    customer_name: 'Beatriz',
    first_answer_due_at: '2026-11-21T20:00:00.000Z',
    next_due_at: '2026-11-21T20:00:00.000Z',
  },
  {
    ...queuedTicket,
    ticket_id: sampleId(404),
    protocol: 'SAC-2026-000119-9',
    state: 'in_progress',
    area: 'accounts',
    category: 'privacy',
    priority: 'low',
    subject: 'Quero saber quem viu os meus dados',
    customer_name: null,
    assignee: colleague,
    first_answer_due_at: null,
    next_due_at: '2026-11-26T18:00:00.000Z',
  },
]

const message = (number: number, own: Partial<DeskMessage>): DeskMessage => ({
  message_id: sampleId(number),
  author: 'customer',
  author_name: null,
  visibility: 'public',
  text: '',
  attachments: [],
  client_message_id: null,
  created_at: '2026-11-19T13:00:00.000Z',
  is_read: true,
  ...own,
})

/** A reply that arrives while the ticket is open. */
export const newReply = message(415, {
  text: 'Achei a segunda via da nota, segue a foto.',
  created_at: '2026-11-21T14:59:00.000Z',
})

export const deskTicket: DeskTicket = {
  ...queuedTicket,
  state: 'in_progress',
  assignee: self,
  first_answer_due_at: null,
  next_due_at: queuedTicket.due_at,
  customer: {
    customer_id: sampleId(1),
    name: 'Olga Prates Vilela',
    document: '***.456.789-**',
    can_open_page: true,
    open_tickets: 2,
    tickets: 3,
  },
  links: {
    transaction: {
      transaction_id: sampleId(420),
      protocol: '2026-000777-1',
      campaign_title: 'Natal no shopping',
      kind_title: 'Compre e ganhe',
      created_at: '2026-11-19T12:40:00.000Z',
    },
    purchase: {
      purchase_id: sampleId(421),
      shop_name: 'Livraria Jabuticabeira',
      amount_cents: 12_390,
      issued_on: '2026-11-18',
    },
    campaign: null,
  },
  messages: [
    message(410, {
      text: 'Enviei a nota da livraria e ela foi recusada.\n\nA loja disse que participa da promoção.',
      attachments: [
        { attachment_id: sampleId(430), type: 'image/jpeg', name: 'nota-livraria.jpg', bytes: 842_000 },
        { attachment_id: sampleId(431), type: 'application/pdf', name: 'comprovante.pdf', bytes: 120_400 },
      ],
    }),
    message(411, {
      author: 'staff',
      author_name: colleague.name,
      visibility: 'internal',
      text: 'A loja entrou na promoção no dia 17. Conferir a data de emissão.',
      created_at: '2026-11-19T14:10:00.000Z',
    }),
    message(412, {
      author: 'system',
      text: 'Isabel Teixeira assumiu o atendimento.',
      visibility: 'internal',
      created_at: '2026-11-20T12:00:00.000Z',
    }),
    message(413, {
      author: 'staff',
      author_name: self.name,
      text: 'Olá, Olga. Pode enviar uma foto da nota inteira, com o código de barras?',
      created_at: '2026-11-20T12:05:00.000Z',
      is_read: false,
    }),
    message(414, { text: 'Vou procurar a segunda via.', created_at: '2026-11-21T14:20:00.000Z' }),
  ],
  resolved_at: null,
  closes_at: null,
  first_answered_at: '2026-11-20T12:05:00.000Z',
  rating: null,
  merged_into: null,
  merged_from: [
    { ticket_id: sampleId(440), protocol: 'SAC-2026-000125-7', subject: 'Nota recusada (de novo)' },
  ],
  replying: [],
}

/** The same ticket after the customer's reply, which a colleague took over. */
export const changedTicket: DeskTicket = {
  ...deskTicket,
  version: 4,
  assignee: colleague,
  messages: [...deskTicket.messages, newReply],
}

const template = (number: number, own: Partial<ListedTemplate>): ListedTemplate => ({
  template_id: sampleId(number),
  version: 1,
  title: 'Nota ilegível',
  text: 'Olá, {nome}.\n\nNão conseguimos ler a nota da loja {loja}. Envie outra foto, por favor.\n\n{atendente}, {clube}',
  outcome: 'ask',
  category: null,
  priority: 'high',
  is_archived: false,
  uses: 38,
  ...own,
})

export const templates: ListedTemplate[] = [
  template(450, {}),
  template(451, {
    title: 'Promoção encerrada',
    uses: 1_204,
    text: 'Olá, {nome}. A promoção {promocao} terminou. O protocolo {protocolo} fica guardado.',
    outcome: 'resolve',
    priority: null,
  }),
  template(452, {
    title: 'Recebemos',
    uses: 0,
    text: 'Olá, {nome}. Recebemos a sua mensagem.',
    outcome: null,
    priority: null,
  }),
  template(453, {
    title: 'Troca de brinde',
    text: 'Olá, {nome}. Traga o brinde ao balcão.',
    is_archived: true,
  }),
]

const weekday = { opens: '10:00', closes: '22:00' }
export const serviceHours: ServiceHours = {
  version: 2,
  week: [null, weekday, weekday, weekday, weekday, weekday, { opens: '10:00', closes: '18:00' }],
  holidays: [
    { date: '2026-12-25', name: 'Natal' },
    { date: '2027-01-01', name: 'Confraternização Universal' },
  ],
}

const flow = (opened: number) => ({
  opened,
  answered_in_time: Math.floor(opened * 0.7),
  answered_late: Math.floor(opened * 0.2),
  unanswered: opened - Math.floor(opened * 0.7) - Math.floor(opened * 0.2),
  solved_in_time: Math.floor(opened * 0.5),
  solved_late: Math.floor(opened * 0.1),
  unsolved: opened - Math.floor(opened * 0.5) - Math.floor(opened * 0.1),
})

export const serviceFigures: ServiceFigures = {
  total: flow(120),
  days: Array.from({ length: 21 }, (_, index) => ({
    day: `2026-11-${String(index + 1).padStart(2, '0')}`,
    ...flow(3 + ((index * 5) % 9)),
  })),
  areas: [
    { area: 'purchases', ...flow(60) },
    { area: 'promotions', ...flow(40) },
    { area: 'parking', ...flow(20) },
  ],
  categories: [
    { category: 'purchase', ...flow(60) },
    { category: 'promotion', ...flow(40) },
    { category: 'parking', ...flow(20) },
  ],
  median_first_answer_minutes: 95,
  median_solution_minutes: 2_900,
  satisfaction: { counts: [1, 0, 4, 9, 22], mean: 4.4 },
  waiting_now: { overdue: 3, next_4_hours: 5, next_24_hours: 8, later: 12 },
}

export const overview = {
  counts: { active: 28, unassigned: 12, mine: 4, overdue: 3 },
  areas: [
    { area: 'purchases', active: 18, overdue: 2 },
    { area: 'promotions', active: 10, overdue: 1 },
  ],
  members: [self, colleague],
  me: self.staff_id,
} satisfies calls.DeskOverview

/** What the desk *Atendimentos* needs to open. */
export const customerServiceDeskResponses: readonly DeclaredResponse[] = [
  respond(calls.ticketQueueCall, queuedTickets),
  respond(calls.deskOverviewCall, overview),
  respond(calls.deskChangesCall, { revision: '1', has_changed: false, version: null, replying: [] }),
  respond(calls.openTicketCall, deskTicket),
  respond(calls.refreshTicketCall, deskTicket),
  respond(calls.listTicketsOfCustomerCall, queuedTickets.slice(1, 3)),
  respond(calls.announceReplyCall, { replying: [] }),
  respond(calls.searchTicketsCall, {
    by: 'words',
    has_more: false,
    hits: [
      {
        ticket: queuedTicket,
        excerpt: '… a nota da livraria e ela foi recusada. A loja disse que participa da promoção …',
        found_at: '2026-11-19T13:00:00.000Z',
      },
      {
        ticket: { ...queuedTickets[2]!, subject: 'Notas recusadas em dois dias' },
        excerpt: null,
        found_at: null,
      },
    ],
  }),
  respond(readServiceFiguresCall, serviceFigures),
  respond(listTemplatesCall, templates),
  respond(saveTemplateCall, templates[0]!),
  respond(archiveTemplateCall, {}),
  respond(readServiceHoursCall, serviceHours),
  respond(saveServiceHoursCall, { ...serviceHours, version: 3 }),
  respond(actionCalls.answerTicketCall, { ...deskTicket, version: 4 }),
  respond(actionCalls.addNoteCall, { ...deskTicket, version: 4 }),
  respond(actionCalls.assignTicketCall, { ...deskTicket, version: 4 }),
  respond(actionCalls.editTicketCall, { ...deskTicket, version: 4 }),
  respond(actionCalls.transferTicketCall, { ...deskTicket, version: 4, area: 'promotions', assignee: null }),
  respond(actionCalls.nextTicketCall, { ticket: deskTicket }),
  respond(actionCalls.mergeTicketsCall, { ...deskTicket, ticket_id: sampleId(402), version: 5 }),
]
