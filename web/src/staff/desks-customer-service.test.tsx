// @vitest-environment jsdom
import * as actionCalls from '@clube/contract/customer-service/action-calls.ts'
import {
  archiveTemplateCall,
  listTemplatesCall,
  saveTemplateCall,
} from '@clube/contract/customer-service/answer-template.ts'
import { readServiceFiguresCall } from '@clube/contract/customer-service/figures-calls.ts'
import { readServiceHoursCall, saveServiceHoursCall } from '@clube/contract/customer-service/service-hours.ts'
import * as calls from '@clube/contract/customer-service/staff-calls.ts'
import { staffSessionCall } from '@clube/contract/staff/sign-in-calls.ts'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import {
  changedTicket,
  colleague,
  deskTicket,
  overview,
  newReply,
  queuedTicket,
  queuedTickets,
  self,
  serviceHours,
  templates,
} from '../testing/customer-service-desk-samples.ts'
import { refusal, respond, unreachable } from '../testing/fake-server.ts'
import { advanceTime } from '../testing/jsdom.ts'
import { sampleId, sampleNow } from '../testing/samples.ts'
import {
  change,
  expectFieldError,
  expectText,
  expectToast,
  fieldValue,
  heading,
  linkTo,
  press,
  server,
  settle,
  type,
} from '../testing/screen-test.tsx'
import { identity } from '../testing/staff-samples.ts'
import { openAs, pressKey, reload, rows, setUpStaffScreens } from '../testing/staff-screen.tsx'

setUpStaffScreens()
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const { ticket_id } = deskTicket
const path = `/atendimentos/${ticket_id}`
const address = () => window.location.pathname + window.location.search
const queriesOf = (call: Parameters<typeof server.requestsOf>[0]) =>
  server.requestsOf(call).map(({ query }) => query)
const startAt = (now: string) =>
  vi.useFakeTimers({
    now: new Date(now),
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
const panel = (name: string) => within(screen.getByRole('region', { name }))

/** The session that a reload loads. */
const signedIn = respond(staffSessionCall, { ...identity, roles: ['service_agent'] })
async function openAgainAs(...opened: Parameters<typeof openAs>): Promise<void> {
  cleanup()
  await openAs(...opened)
}

/** A stream of the browser whose events the test sends. */
class FakeSource extends EventTarget {
  static opened: FakeSource[] = []
  readyState = 1
  constructor() {
    super()
    FakeSource.opened.push(this)
  }
  close(): void {
    this.readyState = 2
  }
}
function stubStream() {
  FakeSource.opened = []
  vi.stubGlobal('EventSource', FakeSource)
  const emit = (event: Event) => act(async () => void FakeSource.opened.at(-1)?.dispatchEvent(event))
  return {
    connect: () => emit(new Event('open')),
    send: (event: unknown) => emit(new MessageEvent('message', { data: JSON.stringify(event) })),
  }
}

test('the queue shows in words what is overdue, due soon and due later, and who has each ticket', async () => {
  startAt(sampleNow)
  await openAs('service_agent', '/')
  expect([heading(), address()]).toEqual(['Atendimentos', '/equipe/atendimentos'])
  expect(rows()).toEqual([
    'AssuntoPrazoClienteCategoriaEstadoResponsável',
    'A nota foi recusada por enganoSAC-2026-000123-4UrgenteAtrasado há 3 hPrimeira respostaOlgaNota fiscalNotas e pontosRecebidocliente há 40 minSem responsável',
    'Vale-estacionamento não foi aplicado na saídaSAC-2026-000131-5AltaVence em 40 minSoluçãoTomásEstacionamentoEstacionamentoEm atendimentoequipe há 40 minVocê',
    'Retirada do brinde depois do prazoSAC-2026-000140-1Hoje, 17:00Primeira respostaBeatrizPromoção ou prêmioPromoções e prêmiosRecebidocliente há 40 minSem responsável',
    'Quero saber quem viu os meus dadosSAC-2026-000119-9Baixa26/11/2026, 15:00SoluçãoConta excluídaPrivacidade e meus dadosCadastro e privacidadeEm atendimentocliente há 40 minGilberto Ramos',
  ])
  expect(screen.getByRole('link', { name: '3 atrasados' }).getAttribute('href')).toBe(
    '/equipe/atendimentos?atraso=yes',
  )
})

test('numbers of waiting tickets are exact up to the limit of the count', async () => {
  const most = calls.maxCountedTickets
  const counts = { active: most, unassigned: most - 1, mine: 1_234, overdue: 0 }
  await openAs('service_agent', '/atendimentos', respond(calls.deskOverviewCall, { ...overview, counts }))
  for (const name of ['49.999+ com a equipe', '49.999 sem responsável', '1.234 com você', '0 atrasados'])
    expect(screen.getByRole('link', { name })).toBeTruthy()
})

test('filters are part of the address, survive a reload and the way to a ticket and back, and ignore what is not valid', async () => {
  await openAs('service_agent', '/atendimentos?quem=mine&area=parking&prioridade=inexistente')
  expect(queriesOf(calls.ticketQueueCall)).toEqual([{ queue: 'active', assignee: 'mine', area: 'parking' }])
  change('Prazo', 'yes')
  await settle()
  await press('Com o cliente')
  const filtered = '/equipe/atendimentos?fila=waiting&area=parking&quem=mine&atraso=yes'
  expect(address()).toBe(filtered)
  const filter = { queue: 'waiting', area: 'parking', assignee: 'mine', overdue: 'yes' }
  expect(queriesOf(calls.ticketQueueCall).at(-1)).toEqual(filter)
  await press(new RegExp(`^${queuedTicket.subject}`))
  expect(address()).toContain(`${ticket_id}?fila=waiting`)
  await reload(signedIn)
  await pressKey('v')
  expect(address()).toBe(filtered)
  expect(queriesOf(calls.ticketQueueCall).at(-1)).toEqual(filter)
  server.respond(calls.ticketQueueCall, [])
  await pressKey('x')
  expectText('Nenhum atendimento com estes filtros.')
})

test('the keyboard opens a ticket from the list, and its row has the focus after going back', async () => {
  await openAs('service_agent', '/atendimentos')
  await pressKey('l')
  await pressKey('ArrowDown', document.activeElement!)
  const row = document.activeElement
  expect(row?.textContent).toContain('Vale-estacionamento')
  server.respond(calls.openTicketCall, { ...deskTicket, ticket_id: queuedTickets[1]!.ticket_id })
  fireEvent.click(row!)
  await settle()
  await pressKey('v')
  expect(document.activeElement?.textContent).toContain('Vale-estacionamento')
})

test('the next ticket of the filtered area is assigned and opened; an empty queue shows a message', async () => {
  await openAs('service_agent', '/atendimentos?area=purchases')
  await pressKey('p')
  expect(server.bodiesOf(actionCalls.nextTicketCall)).toEqual([{ area: 'purchases' }])
  expect(heading()).toBe(deskTicket.subject)
  server.respond(actionCalls.nextTicketCall, { ticket: null })
  await press('Próximo')
  expectToast('Nenhum atendimento sem responsável espera na fila.')
})

test('the conversation distinguishes customer, staff, notes and events, and its files are downloads', async () => {
  await openAs('service_agent', path)
  const articles = screen.getAllByRole('article').map(({ textContent }) => textContent)
  expect(articles[0]).toMatch(/^Olga Prates Vilela19\/11\/2026, 10:00Enviei a nota/)
  expect(articles[1]).toContain('Nota interna')
  expect(articles[2]).toMatch(/^Sistema/)
  expect(articles[3]).toContain('Ainda não lida')
  expect(linkTo(/^Baixar nota-livraria\.jpg/)).toBe(
    `/api/staff/customer-service/attachment/${sampleId(430)}/anexo.jpg`,
  )
  expect(linkTo(/^Baixar comprovante\.pdf/)).toBe(
    `/api/staff/customer-service/attachment/${sampleId(431)}/anexo.pdf`,
  )
  expect(server.bodiesOf(calls.openTicketCall)).toEqual([{ ticket_id }])
})

test('links to the receipt, the participation, the promotion and the customer appear only with the permission to open them', async () => {
  const campaign = { campaign_id: sampleId(422), slug: 'natal', title: 'Natal no shopping' }
  await openAs(['service_agent', 'validator', 'account_security'], path)
  expect(linkTo(/^Livraria Jabuticabeira/)).toBe(`/equipe/notas?nota=${sampleId(421)}`)
  expect(linkTo(/^Página do cliente/)).toBe(`/equipe/clientes/${sampleId(1)}`)
  expect(linkTo('2026-000777-1, Compre e ganhe: Natal no shopping, 19/11/2026')).toBe(
    `/equipe/clientes/${sampleId(1)}?participacao=${sampleId(420)}`,
  )
  server.respond(calls.openTicketCall, {
    ...deskTicket,
    customer: { ...deskTicket.customer, can_open_page: false },
    links: { ...deskTicket.links, campaign },
  })
  await openAgainAs('service_agent', '/atendimentos')
  await press(new RegExp(`^${queuedTicket.subject}`))
  expect(screen.queryByRole('link', { name: /Página do cliente/ })).toBeNull()
  for (const name of [/^Livraria Jabuticabeira/, /^2026-000777-1/, campaign.title]) {
    expectText(name)
    expect(screen.queryByRole('link', { name })).toBeNull()
  }
})

test('an answer is sent once with its outcome, also by a retry after a lost response and a reload', async () => {
  await openAs('service_agent', path, respond(actionCalls.answerTicketCall, unreachable))
  await pressKey('r')
  await type('Resposta', 'Já estamos conferindo.')
  await press('Responder e aguardar')
  await reload(
    signedIn,
    respond(actionCalls.answerTicketCall, { ...deskTicket, version: 4, state: 'waiting_customer' }),
  )
  expect(fieldValue('Resposta')).toBe('Já estamos conferindo.')
  await press('Responder e aguardar')
  const bodies = server.bodiesOf(actionCalls.answerTicketCall) as Record<string, unknown>[]
  expect(bodies[0]).toMatchObject({
    ticket_id,
    version: 3,
    outcome: 'ask',
    message: 'Já estamos conferindo.',
    attachments: [],
  })
  expect(bodies[1]).toEqual(bodies[0])
  expectToast('Resposta enviada. O atendimento aguarda o cliente.')
  expect(fieldValue('Resposta')).toBe('')
})

test('a conflict shows what changed and keeps the answer, which is then sent on the present version', async () => {
  await openAs(
    'service_agent',
    path,
    respond(actionCalls.answerTicketCall, refusal('customer-service.changed', {}, changedTicket), {
      ...changedTicket,
      version: 5,
    }),
    respond(calls.refreshTicketCall, changedTicket),
  )
  await type('Resposta', 'Envie a foto, por favor.')
  await press('Responder')
  expectText('Este atendimento mudou enquanto você escrevia. O seu texto continua aqui.')
  expectText('Chegou 1 mensagem do cliente.')
  expectText('Agora é de Gilberto Ramos.')
  expect(screen.getByText(newReply.text).closest('article')?.textContent).toContain('Nova')
  expect(fieldValue('Resposta')).toBe('Envie a foto, por favor.')
  await press('Já conferi')
  expect(screen.queryByText('Agora é de Gilberto Ramos.')).toBeNull()
  fireEvent.keyDown(screen.getByLabelText('Resposta'), { key: 'Enter', ctrlKey: true })
  await settle()
  expect(
    server.bodiesOf(actionCalls.answerTicketCall).map((body) => (body as { version: number }).version),
  ).toEqual([3, 4])
  expectToast('Resposta enviada.')
})

test('a conflict on a ticket that was opened long ago keeps the answer and offers to open the ticket again', async () => {
  await openAs(
    'service_agent',
    path,
    respond(actionCalls.answerTicketCall, refusal('customer-service.changed')),
    respond(calls.refreshTicketCall, refusal('customer-service.not-open')),
  )
  await type('Resposta', 'Envie a foto, por favor.')
  await press('Responder')
  await settle()
  expect(server.bodiesOf(calls.openTicketCall)).toHaveLength(1)
  server.respond(calls.openTicketCall, changedTicket)
  await press('Abrir de novo')
  expectText('Chegou 1 mensagem do cliente.')
  expect(fieldValue('Resposta')).toBe('Envie a foto, por favor.')
})

test('a note is stored for the team, and a ticket that is closed accepts only notes', async () => {
  await openAs(
    'service_agent',
    path,
    respond(calls.openTicketCall, { ...deskTicket, state: 'closed', next_due_at: null }),
  )
  expectText('Este atendimento foi encerrado: só é possível anotar.')
  expect(screen.queryByLabelText('Resposta')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Transferir' })).toBeNull()
  await press('Guardar a nota')
  expect(server.bodiesOf(actionCalls.addNoteCall)).toEqual([])
  await type('Nota interna', 'A loja confirmou.')
  await press('Guardar a nota')
  expect(server.bodiesOf(actionCalls.addNoteCall)).toMatchObject([
    { ticket_id, message: 'A loja confirmou.', attachments: [] },
  ])
  expectToast('Nota guardada.')
})

test('a template is inserted with its fields filled, changes the priority, and a field without a value is not sent', async () => {
  await openAs('service_agent', path)
  await pressKey('m')
  const preview =
    'Olá, Olga.\n\nNão conseguimos ler a nota da loja Livraria Jabuticabeira. Envie outra foto, por favor.\n\nIsabel Teixeira, '
  expect(within(screen.getByRole('dialog')).getByText(/^Olá, Olga\./).textContent).toContain(preview)
  expectText('Botão: Responder e aguardar · Prioridade: Alta')
  await press('Usar este modelo')
  expect(fieldValue('Resposta')).toContain(preview)
  expect(server.bodiesOf(actionCalls.editTicketCall)).toMatchObject([
    { priority: 'high', category: 'purchase' },
  ])
  await type('Resposta', 'Sobre a {promocao}.')
  await press('Responder')
  expectFieldError('Resposta', 'Troque {promocao} pelo que deve aparecer na resposta.')
  expect(server.bodiesOf(actionCalls.answerTicketCall)).toEqual([])
})

test('an answer states the template that was inserted, unless its text was deleted or the template is unknown', async () => {
  await openAs('service_agent', path)
  const insert = async () => {
    await pressKey('m')
    await press('Usar este modelo')
  }
  const sentTemplates = () =>
    server
      .bodiesOf(actionCalls.answerTicketCall)
      .map((body) => (body as { template_id?: string }).template_id)
  await insert()
  await type('Resposta', 'Envie outra foto.')
  server.respond(actionCalls.answerTicketCall, refusal('customer-service.template-unknown'))
  await press('Responder')
  expectToast('O modelo desta resposta não existe. Use outro, ou envie de novo sem modelo.')
  server.respond(actionCalls.answerTicketCall, { ...deskTicket, version: 4 })
  await press('Responder')
  expect(sentTemplates()).toEqual([sampleId(450), undefined])
  await insert()
  await press('Responder')
  expect(sentTemplates().at(-1)).toBe(sampleId(450))
  await insert()
  await type('Resposta', '')
  await type('Resposta', 'Escrita à mão.')
  await press('Responder')
  expect(sentTemplates().at(-1)).toBeUndefined()
})

test('templates are listed by title or by their uses', async () => {
  await openAs('service_agent', '/atendimentos/modelos')
  const titles = () =>
    screen
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
      .filter((text) => templates.some(({ title }) => title === text))
  expect(titles()).toEqual(['Nota ilegível', 'Promoção encerrada', 'Recebemos'])
  await press('Mais usados')
  expect(titles()).toEqual(['Promoção encerrada', 'Nota ilegível', 'Recebemos'])
  expectText('1.204')
})

test('the ticket is assigned, edited, transferred and merged in dialogs with the version that was shown', async () => {
  await openAs('service_agent', path, respond(calls.openTicketCall, { ...deskTicket, assignee: colleague }))
  await pressKey('a')
  expect(server.bodiesOf(actionCalls.assignTicketCall)).toEqual([
    { ticket_id, version: 3, staff_id: self.staff_id },
  ])
  await pressKey('d')
  change('Responsável', 'nobody')
  await press('Passar')
  expect(server.bodiesOf(actionCalls.assignTicketCall).at(-1)).toEqual({
    ticket_id,
    version: 4,
    staff_id: null,
  })
  await pressKey('c')
  change('Prioridade', 'low')
  await press('Guardar')
  expect(server.bodiesOf(actionCalls.editTicketCall)).toEqual([
    { ticket_id, version: 4, category: 'purchase', priority: 'low' },
  ])
  await pressKey('t')
  change('Área', 'promotions')
  await type('Por quê?', 'É sobre o brinde.')
  await press('Transferir', screen.getByRole('dialog'))
  expect(server.bodiesOf(actionCalls.transferTicketCall)).toEqual([
    { ticket_id, version: 4, area: 'promotions', reason: 'É sobre o brinde.' },
  ])
  expectToast('Transferido para Promoções e prêmios.')
  await pressKey('u')
  await press('SAC-2026-000131-5')
  await press('Unir e encerrar este')
  expect(server.bodiesOf(actionCalls.mergeTicketsCall)).toEqual([
    { ticket_id, version: 4, into_protocol: 'SAC-2026-000131-5' },
  ])
  expect(address()).toBe(`/equipe/atendimentos/${sampleId(402)}`)
})

test('live events add messages, reorder the queue and show who is answering, without reloading', async () => {
  startAt(sampleNow)
  const stream = stubStream()
  await openAs('service_agent', path)
  await stream.connect()
  await settle()
  expectText('Ao vivo')
  expect(server.requestsOf(calls.deskChangesCall).length).toBeLessThanOrEqual(1)
  await type('Resposta', 'Um momento')
  expect(server.bodiesOf(calls.announceReplyCall)).toEqual([{ ticket_id, is_replying: true }])
  await stream.send({ kind: 'presence', ticket_id, replying: [self, colleague] })
  expectText('Gilberto Ramos está respondendo.')
  server.respond(calls.refreshTicketCall, changedTicket)
  await stream.send({ kind: 'ticket', ticket_id, version: 4 })
  await settle()
  expectText(newReply.text)
  expectText('Chegou 1 mensagem do cliente.')
  expect(server.bodiesOf(calls.openTicketCall)).toHaveLength(1)
  await advanceTime(calls.announcementEverySeconds * 1000)
  expect(server.bodiesOf(calls.announceReplyCall)).toHaveLength(2)
  await type('Resposta', '')
  expect(server.bodiesOf(calls.announceReplyCall).at(-1)).toEqual({ ticket_id, is_replying: false })
  await pressKey('v')
  const before = server.requestsOf(calls.ticketQueueCall).length
  await stream.send({ kind: 'ticket', ticket_id: sampleId(409), version: 1 })
  await advanceTime(1_000)
  await settle()
  expect(server.requestsOf(calls.ticketQueueCall).length).toBe(before + 1)
})

test('without a stream the desk polls, and reloads what has changed', async () => {
  startAt(sampleNow)
  vi.stubGlobal('EventSource', undefined)
  await openAs('service_agent', path)
  expectText('Atualiza a cada 15 segundos')
  server.respond(calls.deskChangesCall, {
    revision: '2',
    has_changed: true,
    version: 4,
    replying: [colleague],
  })
  server.respond(calls.refreshTicketCall, changedTicket)
  await advanceTime(15_000)
  await settle()
  expect(queriesOf(calls.deskChangesCall).at(-1)).toEqual({ ticket_id, since: '1' })
  expectText(newReply.text)
})

test('a ticket that was opened long ago is opened again only by hand', async () => {
  startAt(sampleNow)
  vi.stubGlobal('EventSource', undefined)
  await openAs('service_agent', path, respond(calls.refreshTicketCall, refusal('customer-service.not-open')))
  server.respond(calls.deskChangesCall, { revision: '2', has_changed: true, version: 4, replying: [] })
  await advanceTime(15_000)
  await settle()
  expectText('Este atendimento está aberto há muito tempo e não se atualiza mais.')
  expect(server.bodiesOf(calls.openTicketCall)).toHaveLength(1)
  server.respond(calls.openTicketCall, changedTicket)
  await press('Abrir de novo')
  expectText(newReply.text)
})

test('a search is sent in a body, marks the words and opens a hit', async () => {
  await openAs('service_agent', '/atendimentos/busca')
  await type('Protocolo, CPF, CNPJ ou palavras', 'n')
  await press('Procurar')
  expectFieldError(
    'Protocolo, CPF, CNPJ ou palavras',
    'Digite um protocolo, um documento ou palavras com pelo menos 2 letras.',
  )
  await type('Protocolo, CPF, CNPJ ou palavras', 'nota recusada')
  await press('Procurar')
  expect(server.bodiesOf(calls.searchTicketsCall)).toEqual([{ text: 'nota recusada' }])
  expect(address()).toBe('/equipe/atendimentos/busca')
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'nota',
    'recusada',
    'nota',
    'recusada',
    'Notas',
    'recusadas',
  ])
  await press(/SAC-2026-000123-4/)
  expect(address()).toBe(`/equipe/${path.slice(1)}`)
})

test('the figures show times, shares and plots with their numbers; only supervisors download the tickets', async () => {
  await openAs('service_agent', '/atendimentos/numeros')
  expectText('1 h')
  expectText('2 dias')
  expect(screen.getByRole('img', { name: /^Primeira resposta por dia, de 01\/11\/2026/ })).toBeTruthy()
  expect(rows()).toContain('Notas e pontos6078 %683 %24')
  expect(panel('Primeira resposta por dia').getByText('8').parentElement?.textContent).toBe('02468')
  expect(panel('À espera agora').getByText('Atrasados').parentElement?.textContent).toBe('Atrasados3')
  expect(screen.queryByRole('link', { name: 'Baixar o período em CSV' })).toBeNull()
  change('Área', 'parking')
  await settle()
  expect(queriesOf(readServiceFiguresCall).at(-1)).toMatchObject({ area: 'parking' })
  change('Até', '2020-01-01')
  await settle()
  expectText('Escolha um período de até 366 dias.')
  await openAgainAs('service_supervisor', '/atendimentos/numeros')
  expect(linkTo('Baixar o período em CSV')).toMatch(/\/\d{4}-\d\d-\d\d\/\d{4}-\d\d-\d\d\/atendimentos\.csv$/)
})

test('supervisors create, change, archive and restore templates, and others only read them', async () => {
  await openAs('service_supervisor', '/atendimentos/modelos')
  await pressKey('n')
  await type('Título', 'Prazo')
  await type('Texto', 'Até {data}, {nome}.')
  await press('Guardar o modelo')
  expect(server.bodiesOf(saveTemplateCall)).toEqual([])
  await type('Texto', 'Até amanhã, .')
  screen.getByLabelText<HTMLTextAreaElement>('Texto').setSelectionRange(12, 12)
  await press('{nome} nome do cliente')
  expectText('Até amanhã, Olga.')
  await press('Guardar o modelo')
  expect(server.bodiesOf(saveTemplateCall)).toMatchObject([
    {
      version: 0,
      title: 'Prazo',
      text: 'Até amanhã, {nome}.',
      outcome: null,
      category: null,
      priority: null,
    },
  ])
  await press('Nota ilegível')
  change('Muda a prioridade (opcional)', '')
  await press('Guardar o modelo')
  expect(server.bodiesOf(saveTemplateCall).at(-1)).toMatchObject({
    template_id: sampleId(450),
    version: 1,
    priority: null,
  })
  expect(screen.queryByRole('button', { name: 'Troca de brinde' })).toBeNull()
  await press('Recebemos')
  await press('Arquivar')
  expectToast('Modelo arquivado.')
  await press('Arquivados')
  expect(rows()).toHaveLength(2)
  await press('Troca de brinde')
  await press('Voltar a usar')
  expect(server.bodiesOf(archiveTemplateCall)).toEqual([
    { template_id: sampleId(452), is_archived: true },
    { template_id: sampleId(453), is_archived: false },
  ])
  await openAgainAs('service_agent', '/atendimentos/modelos', respond(listTemplatesCall, templates))
  expect(screen.queryByRole('button', { name: 'Novo modelo' })).toBeNull()
})

test('supervisors change hours and holidays, and others only read them', async () => {
  await openAs('service_supervisor', '/atendimentos/horarios')
  expectText('Das 10:00 às 18:00')
  expectText('Natal')
  await press('Mudar os horários')
  await press('Retirar: feriado 2')
  await press('Acrescentar um feriado')
  const second = within(screen.getByRole('group', { name: 'Feriado 2' }))
  fireEvent.input(second.getByLabelText('Dia'), { target: { value: '2027-04-21' } })
  await press('Guardar os horários')
  expect(server.bodiesOf(saveServiceHoursCall)).toEqual([])
  expectText('Este campo não pode estar vazio')
  expect(document.activeElement).toBe(second.getByLabelText('Nome'))
  fireEvent.input(second.getByLabelText('Nome'), { target: { value: 'Tiradentes' } })
  const monday = within(screen.getByRole('group', { name: 'Segunda-feira' }))
  fireEvent.input(monday.getByLabelText('Fecha às'), { target: { value: '09:00' } })
  expectText('O fechamento deve ser depois da abertura.')
  fireEvent.input(monday.getByLabelText('Fecha às'), { target: { value: '21:00' } })
  fireEvent.click(screen.getByLabelText('Sábado'))
  server.respond(saveServiceHoursCall, refusal('customer-service.hours-changed'))
  await press('Guardar os horários')
  expectToast('Outra pessoa mudou os horários. Abra-os de novo.')
  server.respond(saveServiceHoursCall, { ...serviceHours, version: 3 })
  await press('Guardar os horários')
  expectToast('Horários guardados.')
  expect(server.bodiesOf(saveServiceHoursCall)[1]).toEqual({
    version: 2,
    week: [null, { opens: '10:00', closes: '21:00' }, ...serviceHours.week.slice(2, 6), null],
    holidays: [serviceHours.holidays[0], { date: '2027-04-21', name: 'Tiradentes' }],
  })
  await openAgainAs('service_agent', '/atendimentos/horarios', respond(readServiceHoursCall, serviceHours))
  expectText('Natal')
  expect(screen.queryByRole('button', { name: 'Mudar os horários' })).toBeNull()
})

test('all shortcuts are listed in a dialog, and roles without the permission have no desk', async () => {
  await openAs('service_agent', path)
  await pressKey('?')
  const dialog = within(screen.getByRole('dialog', { name: 'Teclas de atalho' }))
  expect(dialog.getByText('Ctrl + Enter')).toBeTruthy()
  expect(dialog.getByText('categoria e prioridade')).toBeTruthy()
  await openAgainAs('validator', path)
  expect(heading()).toBe('Sem permissão')
})
