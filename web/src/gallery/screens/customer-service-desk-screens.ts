import {
  addNoteCall,
  answerTicketCall,
  mergeTicketsCall,
} from '@clube/contract/customer-service/action-calls.ts'
import { listTemplatesCall } from '@clube/contract/customer-service/answer-template.ts'
import { readServiceFiguresCall } from '@clube/contract/customer-service/figures-calls.ts'
import { readServiceHoursCall, saveServiceHoursCall } from '@clube/contract/customer-service/service-hours.ts'
import {
  deskChangesCall,
  openTicketCall,
  searchTicketsCall,
  ticketQueueCall,
} from '@clube/contract/customer-service/staff-calls.ts'
import {
  changedTicket,
  colleague,
  deskTicket,
  queuedTicket,
  queuedTickets,
  serviceFigures,
  serviceHours,
} from '../../testing/customer-service-desk-samples.ts'
import { refusal, respond } from '../../testing/fake-server.ts'
import { sampleId } from '../../testing/samples.ts'
import { emptyState, loadingStates, type ScreenState } from './screen-state.ts'
import { longTitle } from './shopper-screens.ts'
import { press, select, type, waitForText, type Step } from './simulated-user.ts'
import { deskScreens } from './staff-screens.ts'

const path = `/equipe/atendimentos/${deskTicket.ticket_id}`
const search = [type('Protocolo, CPF', 'nota recusada'), press('Procurar')]
const answer: Step[] = [
  waitForText('Vou procurar a segunda via.'),
  type('Resposta', 'Obrigada, Olga. Já estamos conferindo com a loja.'),
]
const noTickets = { opened: 0, unsolved: 0, unanswered: 0 }

/** A neutral gallery has no event stream: the desk polls, as in a browser that denies it. */
const withoutStream = (): void => void Object.assign(globalThis, { EventSource: undefined })

/** The desk *Atendimentos*: queue, ticket, search, figures, templates, hours. */
export const customerServiceDeskScreens: readonly ScreenState[] = deskScreens(
  'Atendimentos',
  'service_supervisor',
  { path: '/atendimentos', slug: 'mesa-atendimentos' },
  {
    fila: { title: 'Fila por prazo', shows: 'Atrasado há 3 h' },
    vazia: emptyState(ticketQueueCall, 'Ninguém espera', 'Nenhum atendimento espera a equipe.'),
    'vazia-com-filtros': {
      title: 'Nenhum atendimento com os filtros',
      path: '/equipe/atendimentos?quem=mine&atraso=yes',
      responses: respond(ticketQueueCall, []),
      shows: 'Tirar os filtros',
    },
    longa: {
      title: 'Fila, textos longos',
      responses: respond(ticketQueueCall, [
        {
          ...queuedTicket,
          subject: longTitle,
          customer_name: longTitle,
          assignee: { ...colleague, name: longTitle },
        },
        ...queuedTickets.slice(1),
      ]),
      shows: 'Anticonstitucionalissimamente',
    },
    ...loadingStates(ticketQueueCall, 'Fila'),
    conversa: { title: 'Conversa', path, shows: 'Vou procurar a segunda via.' },
    'conversa-longa': {
      title: 'Conversa, textos longos',
      path,
      responses: respond(openTicketCall, {
        ...deskTicket,
        subject: longTitle,
        customer: { ...deskTicket.customer, name: longTitle },
        messages: deskTicket.messages.map((each) => ({
          ...each,
          text: `${longTitle} `.repeat(8),
          attachments: each.attachments.map((file) => ({ ...file, name: `${longTitle}.pdf` })),
        })),
      }),
      shows: 'Anticonstitucionalissimamente',
    },
    'outra-pessoa-respondendo': {
      title: 'Outra pessoa está respondendo',
      path,
      responses: [
        respond(openTicketCall, { ...deskTicket, assignee: colleague, replying: [colleague] }),
        respond(deskChangesCall, { revision: '1', has_changed: false, version: 3, replying: [colleague] }),
      ],
      shows: 'Gilberto Ramos está respondendo.',
    },
    'mudou-enquanto-escrevia': {
      title: 'O atendimento mudou enquanto a resposta era escrita',
      path,
      responses: respond(answerTicketCall, refusal('customer-service.changed', {}, changedTicket)),
      act: [...answer, press('Responder')],
      shows: 'O seu texto continua aqui.',
    },
    'campo-sem-valor': {
      title: 'Um campo do modelo ficou na resposta',
      path,
      act: [waitForText('Vou procurar'), type('Resposta', 'Olá, {promocao}.'), press('Responder')],
      shows: 'Troque {promocao} pelo que deve aparecer na resposta.',
    },
    'nota-interna': {
      title: 'Nota interna',
      path,
      responses: respond(addNoteCall, refusal('customer-service.message-reused')),
      act: press('Nota interna'),
      shows: 'Guardar a nota',
    },
    modelos: {
      title: 'Modelo com os campos preenchidos',
      path,
      act: press('Usar um modelo'),
      shows: 'Não conseguimos ler a nota da loja Livraria Jabuticabeira.',
    },
    'sem-modelos': {
      title: 'Nenhum modelo para usar',
      path,
      responses: respond(listTemplatesCall, []),
      act: press('Usar um modelo'),
      shows: 'Ainda não há modelos de resposta.',
    },
    passar: {
      title: 'Passar a outra pessoa',
      path,
      act: press('Passar a outra pessoa'),
      shows: 'volta para a fila',
    },
    categoria: {
      title: 'Categoria e prioridade',
      path,
      act: press('Categoria e prioridade'),
      shows: 'Urgentes vêm primeiro na fila.',
    },
    transferir: {
      title: 'Transferir sem escolher a área',
      path,
      act: [
        press('Transferir'),
        waitForText('sem responsável na fila'),
        type('Por quê?', 'É sobre o brinde.'),
        press('Transferir'),
      ],
      shows: 'Este campo é requerido',
    },
    unir: {
      title: 'Unir a um protocolo desconhecido',
      path,
      responses: respond(mergeTicketsCall, refusal('customer-service.merge-unknown')),
      act: [press('Unir'), type('Protocolo do que continua', 'SAC-2026-9'), press('Unir e encerrar este')],
      shows: 'Não encontramos outro atendimento aberto desta pessoa',
    },
    outros: {
      title: 'Outros atendimentos da pessoa',
      path,
      act: press('Ver os outros atendimentos'),
      shows: 'Retirada do brinde depois do prazo',
    },
    teclas: {
      title: 'Teclas de atalho',
      path,
      act: [
        waitForText('Vou procurar'),
        async () => void document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' })),
      ],
      shows: 'mostrar estas teclas',
    },
    resolvido: {
      title: 'Resolvido e avaliado',
      path,
      responses: respond(openTicketCall, {
        ...deskTicket,
        state: 'resolved',
        next_due_at: null,
        resolved_at: '2026-11-21T14:00:00.000Z',
        closes_at: '2026-11-28T14:00:00.000Z',
        rating: { rating: 5, comment: 'Resolveram no mesmo dia.', rated_at: '2026-11-21T14:30:00.000Z' },
      }),
      shows: 'Resolveram no mesmo dia.',
    },
    unido: {
      title: 'Encerrado, unido a outro',
      path,
      responses: respond(openTicketCall, {
        ...deskTicket,
        state: 'closed',
        next_due_at: null,
        merged_into: { ticket_id: sampleId(402), protocol: 'SAC-2026-000131-5' },
      }),
      shows: 'onde a conversa continua',
    },
    'conta-excluida': {
      title: 'Conta excluída',
      path,
      responses: respond(openTicketCall, {
        ...deskTicket,
        customer_name: null,
        customer: { ...deskTicket.customer, name: null, can_open_page: false, tickets: 1, open_tickets: 0 },
      }),
      shows: 'Conta excluída',
    },
    desconhecido: {
      title: 'Atendimento desconhecido',
      path,
      responses: respond(openTicketCall, refusal('customer-service.unknown')),
      shows: 'Atendimento não encontrado.',
    },
    busca: {
      title: 'Busca com as palavras marcadas',
      path: '/equipe/atendimentos/busca',
      act: search,
      shows: 'Pelas palavras',
    },
    'busca-curta': {
      title: 'Busca curta demais',
      path: '/equipe/atendimentos/busca',
      act: press('Procurar'),
      shows: 'pelo menos 2 letras',
    },
    'busca-vazia': {
      title: 'Nada encontrado',
      path: '/equipe/atendimentos/busca',
      responses: respond(searchTicketsCall, { by: 'words', hits: [], has_more: false }),
      act: search,
      shows: 'Nenhum atendimento encontrado.',
    },
    'buscas-demais': {
      title: 'Buscas demais',
      path: '/equipe/atendimentos/busca',
      responses: respond(searchTicketsCall, refusal('customer-service.too-many-searches', { minutes: 4 })),
      act: search,
      shows: 'Tente de novo em 4 minutos.',
    },
    numeros: { title: 'Números', path: '/equipe/atendimentos/numeros', shows: 'Primeira resposta por dia' },
    'numeros-vazios': {
      title: 'Números, nenhum atendimento',
      path: '/equipe/atendimentos/numeros',
      responses: respond(readServiceFiguresCall, {
        ...serviceFigures,
        total: { ...serviceFigures.total, ...noTickets },
      }),
      shows: 'Nenhum atendimento aberto neste período.',
    },
    'mesa-modelos': { title: 'Modelos', path: '/equipe/atendimentos/modelos', shows: 'Nota ilegível' },
    'modelos-arquivados': {
      title: 'Modelos arquivados',
      path: '/equipe/atendimentos/modelos',
      act: press('Arquivados'),
      shows: 'Troca de brinde',
    },
    modelo: {
      title: 'Um modelo',
      path: '/equipe/atendimentos/modelos',
      act: press('Nota ilegível'),
      shows: 'Como fica, com um exemplo',
    },
    'modelo-errado': {
      title: 'Modelo com um campo que não existe',
      path: '/equipe/atendimentos/modelos',
      act: [
        press('Novo modelo'),
        type('Título', 'Prazo'),
        type('Texto', 'Até {data}'),
        press('Guardar o modelo'),
      ],
      shows: 'Use somente estes campos',
    },
    horarios: {
      title: 'Horários e feriados',
      path: '/equipe/atendimentos/horarios',
      shows: 'Confraternização Universal',
    },
    'horarios-sem-feriados': {
      title: 'Horários sem feriados',
      path: '/equipe/atendimentos/horarios',
      responses: respond(readServiceHoursCall, { ...serviceHours, version: 0, holidays: [] }),
      shows: 'Nenhum feriado',
    },
    'horarios-mudar': {
      title: 'Mudar os horários',
      path: '/equipe/atendimentos/horarios',
      act: press('Mudar os horários'),
      shows: 'Guardar os horários',
    },
    'horarios-errados': {
      title: 'Horários com um feriado incompleto',
      path: '/equipe/atendimentos/horarios',
      act: [press('Mudar os horários'), press('Acrescentar um feriado'), press('Guardar os horários')],
      shows: 'Escolha um dia que exista.',
    },
    'horarios-mudados': {
      title: 'Outra pessoa mudou os horários',
      path: '/equipe/atendimentos/horarios',
      responses: respond(saveServiceHoursCall, refusal('customer-service.hours-changed')),
      act: [press('Mudar os horários'), press('Guardar os horários')],
      shows: 'Outra pessoa mudou os horários.',
    },
    'categoria-mudada': {
      title: 'Prioridade mudada',
      path,
      act: [press('Categoria e prioridade'), select('Prioridade', 'Baixa'), press('Guardar')],
      shows: 'Categoria e prioridade guardadas.',
    },
  },
).map((screen) => ({ ...screen, arrange: () => (withoutStream(), screen.arrange?.()) }))
