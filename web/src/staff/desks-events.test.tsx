import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { releaseNoShowsCall } from '@clube/contract/event-tickets/gate-calls.ts'
import * as calls from '@clube/contract/event-tickets/staff-calls.ts'
import type { Call } from '@clube/contract/kernel/call.ts'
import { currentToast } from '../kit/toast/toast-store.ts'
import { refusal } from '../testing/fake-server.ts'
import {
  confirm,
  change,
  expectFieldError,
  expectText,
  heading,
  linkTo,
  press,
  server,
  settle,
  type,
} from '../testing/screen-test.tsx'
import { session } from '../testing/staff-samples.ts'
import { pressKey, openAs, rows, setUpStaffScreens } from '../testing/staff-screen.tsx'

const { session_id: id } = session

const bodyOf = (call: Call) => server.bodiesOf(call)[0]
/** Polls once, under a fake clock. */
const poll = async (afterMs = 4_000) => {
  await act(async () => vi.advanceTimersByTime(afterMs))
  await settle()
}
const openSession = () => openAs('marketing', `/eventos/${id}`)
const openPolled = async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await openSession()
}
const figure = (title: string) => screen.getByText(title, { selector: 'dt' }).nextElementSibling?.textContent
/** Enters the start in the session form and leaves the field. */
const enterStart = async (start: string) => {
  await type('Início', start)
  fireEvent.blur(screen.getByLabelText('Início'))
}
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

setUpStaffScreens()
beforeEach(() => void (server.now = () => '2026-11-21T12:10:00Z'))

test('the sessions of a campaign are listed with their numbers and can be opened', async () => {
  await openAs('marketing', '/eventos')
  expect(rows()).toEqual([
    'SessãoInícioSituaçãoLugaresNa espera',
    'Concerto de Natal12/12/2026, 19:00Disponível2 vendidos, 3 reservados, 5 livres de 102 pessoas',
  ])
  await press('Concerto de Natal')
  expect(heading()).toBe('Concerto de Natal')
  expect(figure('Reservados')).toBe('31 em oferta')
  expect(figure('Na espera')).toBe('2por 4 lugares')
  expectText('Portarias: 1 pessoa dentro')
})

test.each([
  [{ is_closed: true }, 'Encerrada pela equipe'],
  [{ sales_from: '2026-12-01T13:00:00Z' }, 'Abre 01/12/2026, 10:00'],
  [{ sales_until: '2026-11-21T12:10:00Z' }, 'Reservas encerradas'],
  [{}, 'Promoção fora do ar'],
])('the session list shows why reservations are not possible: %j', async (changes, status) => {
  server.respond(calls.staffListSessionsCall, [{ ...session, status: 'closed', ...changes }])
  await openAs('marketing', '/eventos')
  expectText(status)
})

test('a session’s numbers are polled while the page is visible', async () => {
  await openPolled()
  expect(figure('Livres')).toBe('5')
  server.respond(calls.staffReadSessionCall, {
    ...session,
    numbers: { ...session.numbers, held: 4, free: 4 },
  })
  await poll()
  expect(figure('Livres')).toBe('4')
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const before = server.requests.length
  await poll(20_000)
  expect(server.requests.length).toBe(before)
})

test('a session’s ticket list shows a notice after the numbers have changed, and both are refreshed together', async () => {
  await openPolled()
  const outdated = 'Os números mudaram depois dela: atualize a lista.'
  const lists = () => server.requestsOf(calls.listSessionTicketsCall).length
  expectText(/^Lista das \d\d:\d\d:\d\d$/)
  await poll()
  expect(document.body.textContent).not.toContain(outdated)
  server.respond(calls.staffReadSessionCall, {
    ...session,
    numbers: { ...session.numbers, sold: 3, free: 4 },
  })
  await poll()
  expect(document.body.textContent).toContain(outdated)
  expect(lists()).toBe(1)
  const heads = server.requestsOf(calls.staffReadSessionCall).length
  await press('Atualizar lista')
  await settle()
  expect(lists()).toBe(2)
  expect(server.requestsOf(calls.staffReadSessionCall).length).toBeGreaterThan(heads)
  expect(document.body.textContent).not.toContain(outdated)
})

test('an action on a session refreshes its numbers and the open list', async () => {
  server.respond(calls.updateSessionCall, { ...session, is_closed: true, people_notified: 0 })
  await openSession()
  const reads = server.requestsOf(calls.staffReadSessionCall).length
  await press('Encerrar reservas')
  await confirm('Confirmar: encerrar')
  await settle()
  expect(server.requestsOf(calls.staffReadSessionCall).length).toBeGreaterThan(reads)
  expect(server.requestsOf(calls.listSessionTicketsCall)).toHaveLength(2)
})

test('the lists of a cancelled session are reloaded once its numbers reach zero', async () => {
  await openPolled()
  const lists = () => server.requestsOf(calls.listSessionTicketsCall).length
  const cancelled = { ...session, cancelled_at: '2026-11-21T12:10:00Z', cancel_reason: 'Chuva.' }
  server.respond(calls.staffReadSessionCall, cancelled)
  await poll()
  expect(lists()).toBe(1)
  const numbers = { ...session.numbers, held: 0, sold: 0, waiting_people: 0 }
  server.respond(calls.staffReadSessionCall, { ...cancelled, numbers })
  await poll()
  expect(lists()).toBe(2)
  await poll()
  expect(lists()).toBe(2)
  cleanup()
  await openSession()
  expect(lists()).toBe(3)
})

test('a session’s numbers stay visible with a notice when polling fails', async () => {
  await openPolled()
  server.respond(calls.staffReadSessionCall, refusal('event-tickets.unknown-session'))
  await poll()
  expectText(/^Os números pararam de ser atualizados\. Sessão não encontrada\.$/)
  expect(figure('Livres')).toBe('5')
})

test('entering the start of a new session suggests its other times', async () => {
  server.respond(calls.createSessionCall, session)
  await openAs('marketing', '/eventos')
  await pressKey('n')
  await press('Salvar')
  expect(screen.getAllByText('Este campo não pode estar vazio').length).toBeGreaterThan(3)
  await type('Título', 'Concerto de Natal')
  await type('Local', 'Praça central')
  await enterStart('2026-12-12T19:00')
  await type('Reservas a partir de', '2026-11-20T12:00')
  await type('Término (opcional)', '')
  await type('Capacidade', '10 lugares')
  await press('Salvar')
  const { status: _status, numbers: _numbers, gates: _gates, people: _people, ...rest } = session
  const { session_id: _id, revision: _revision, cancelled_at: _at, cancel_reason: _reason, ...plan } = rest
  expect(bodyOf(calls.createSessionCall)).toEqual(plan)
  expect(heading()).toBe('Concerto de Natal')
})

test('a capacity below the number of taken places shows an error under the field', async () => {
  server.respond(calls.updateSessionCall, refusal('event-tickets.capacity-too-small', { k: 5 }))
  await openSession()
  await pressKey('e')
  await type('Capacidade', '4')
  await press('Salvar')
  expect(bodyOf(calls.updateSessionCall)).toMatchObject({ session_id: id, capacity: 4 })
  expectFieldError('Capacidade', 'Já há 5 lugares reservados ou vendidos. A capacidade não pode ser menor.')
})

test('a session is moved only after staff have reviewed who is affected and typed the number of people', async () => {
  server.respond(calls.updateSessionCall, { ...session, people_notified: 6 })
  await openSession()
  await pressKey('e')
  await enterStart('2026-12-12T19:30')
  await press('Salvar')
  expect(bodyOf(calls.updateSessionCall)).toBeUndefined()
  expectText('6 pessoas')
  expectText(/recebem um e-mail: 4 com ingresso ou reserva, 2 só na lista de espera\./)
  expectText(
    /^Quem tem ingresso ou reserva vê também um aviso em Meus ingressos .* Quem só espera mantém a vez/,
  )
  expectText('12/12/2026, 19:30')
  await press('Salvar e avisar')
  expectFieldError('Para confirmar, digite o número de pessoas: 6', 'Digite 6 para confirmar')
  await type('Para confirmar, digite o número de pessoas: 6', '6')
  await press('Salvar e avisar')
  expect(bodyOf(calls.updateSessionCall)).toMatchObject({
    session_id: id,
    starts_at: '2026-12-12T22:30:00.000Z',
    sales_until: '2026-12-12T21:30:00.000Z',
    cancel_until: '2026-12-12T19:30:00.000Z',
    no_show_from: '2026-12-12T22:45:00.000Z',
    revision: 3,
    people: 6,
  })
  expect(currentToast().message).toBe('Sessão alterada. 6 pessoas serão avisadas.')
})

test('if the number of affected people changes before a session change is saved, staff review the current number', async () => {
  server.respond(calls.updateSessionCall, refusal('event-tickets.people-changed', { k: 7 }))
  await openSession()
  await pressKey('e')
  await type('Local', 'Teatro do piso L3')
  await press('Salvar')
  await type('Para confirmar, digite o número de pessoas: 6', '6')
  server.respond(calls.staffReadSessionCall, { ...session, people: { holding: 5, waiting: 2 } })
  await press('Salvar e avisar')
  expect(currentToast().message).toBe(
    'Esta mudança agora atinge 7 pessoas. Confira o número e confirme de novo.',
  )
  expect(screen.getByLabelText('Para confirmar, digite o número de pessoas: 7')).toBeTruthy()
  await press('Voltar à alteração')
  expect(valueOf('Local')).toBe('Teatro do piso L3')
})

test('the other times of a session follow its start, show their old values, and can be adjusted', async () => {
  server.respond(calls.staffReadSessionCall, { ...session, sales_from: '2026-11-30T15:00:00.000Z' })
  await openSession()
  await pressKey('e')
  await enterStart('2026-12-19T20:00')
  expect(valueOf('Reservas a partir de')).toBe('2026-12-07T13:00')
  expect(valueOf('Reservas até')).toBe('2026-12-19T19:00')
  expect(valueOf('Cancelamento até')).toBe('2026-12-19T17:00')
  expect(valueOf('Liberar quem não veio a partir de')).toBe('2026-12-19T20:15')
  expectText('Antes: 12/12/2026, 16:00')
  expectText('Os outros horários mudaram junto com o início. Confira e ajuste o que precisar.')
  await type('Cancelamento até', '2026-12-18T17:00')
  await enterStart('2026-12-19T21:00')
  expect(valueOf('Cancelamento até')).toBe('2026-12-18T18:00')
})

test('submitting a changed start without leaving its field shows the moved times before they are saved', async () => {
  await openSession()
  await pressKey('e')
  await type('Início', '2026-12-19T19:00')
  await press('Salvar')
  expectText('Os outros horários mudaram junto com o início. Confira e ajuste o que precisar.')
  expect(screen.queryByText('Salvar e avisar')).toBeNull()
})

test('the other times of a moved session can be kept, and those that no longer fit show their errors immediately', async () => {
  await openSession()
  await pressKey('e')
  await enterStart('2026-12-12T15:00')
  await press('Manter os horários de antes')
  expect(valueOf('Reservas até')).toBe('2026-12-12T18:00')
  await press('Salvar')
  expect(bodyOf(calls.updateSessionCall)).toBeUndefined()
  expectFieldError('Reservas até', 'As reservas devem terminar até o início.')
  expectText('O cancelamento deve terminar até o início.')
})

test('a new session title that contains a time of day is rejected; a stored one is kept, with a warning', async () => {
  server.respond(calls.staffReadSessionCall, { ...session, title: 'Sessão das 19h' })
  server.respond(calls.updateSessionCall, { ...session, people_notified: 0 })
  await openSession()
  await pressKey('e')
  expectText('Este título diz uma hora: se mudar o início, mude também o título.')
  await type('Título', 'Sessão das 20h')
  await press('Salvar')
  expectFieldError(
    'Título',
    'Tire a hora do título: o início aparece ao lado e muda junto com a sessão. Se não for uma hora, escreva com vírgula: 23,10.',
  )
  await type('Título', 'Sessão das 19h')
  await type('Capacidade', '12')
  await press('Salvar')
  expect(bodyOf(calls.updateSessionCall)).toMatchObject({ title: 'Sessão das 19h', capacity: 12 })
})

test('a session is cancelled with a reason and the typed number of people', async () => {
  server.respond(calls.cancelSessionCall, { ...session, people_notified: 6 })
  await openSession()
  await press('Cancelar sessão')
  expectText(/recebem um e-mail: 4 com ingresso ou reserva, 2 só na lista de espera\./)
  expectText(/^O aviso aparece também em Meus ingressos, com o motivo\./)
  await press('Cancelar a sessão')
  expect(bodyOf(calls.cancelSessionCall)).toBeUndefined()
  expectText('Digite 6 para confirmar')
  await type('Motivo', ' Chuva forte. ')
  await type('Para confirmar, digite o número de pessoas: 6', '6')
  await press('Cancelar a sessão')
  expect(bodyOf(calls.cancelSessionCall)).toEqual({
    session_id: id,
    reason: 'Chuva forte.',
    revision: 3,
    people: 6,
  })
  expect(currentToast().message).toBe('Sessão cancelada.')
})

test('a cancelled session shows when and why, and cannot be changed', async () => {
  server.respond(calls.staffReadSessionCall, {
    ...session,
    status: 'cancelled',
    is_closed: true,
    cancelled_at: '2026-11-21T12:00:00Z',
    cancel_reason: 'Chuva forte.',
  })
  await openSession()
  expectText('Cancelada')
  expectText('Cancelada em 21/11/2026, 09:00.')
  expectText('Motivo: Chuva forte.')
  for (const name of ['Alterar', 'Cancelar sessão', 'Reabrir reservas'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a session change that notifies no one is saved without a review', async () => {
  server.respond(calls.updateSessionCall, { ...session, people_notified: 0 })
  await openSession()
  await pressKey('e')
  await type('Capacidade', '12')
  await press('Salvar')
  expect(bodyOf(calls.updateSessionCall)).toMatchObject({ capacity: 12, revision: 3, people: null })
  expect(currentToast().message).toBe('Sessão alterada.')
})

test('closing reservations requires confirmation, which says how many people are waiting, and changes nothing else', async () => {
  server.respond(calls.updateSessionCall, { ...session, is_closed: true, people_notified: 0 })
  const waiting = { ...session, numbers: { ...session.numbers, waiting_people: 2 } }
  server.respond(calls.staffReadSessionCall, waiting)
  await openSession()
  await press('Encerrar reservas')
  expectText(/Na lista de espera, 2 pessoas só recebem a vez se as reservas reabrirem/)
  expect(bodyOf(calls.updateSessionCall)).toBeUndefined()
  await confirm('Confirmar: encerrar')
  expect(bodyOf(calls.updateSessionCall)).toMatchObject({
    session_id: id,
    is_closed: true,
    capacity: 10,
    sales_until: '2026-12-12T21:00:00.000Z',
  })
  expect(currentToast().message).toBe('Reservas encerradas.')
})

test('closing reservations names the places in open offers even if nobody else waits', async () => {
  const numbers = { ...session.numbers, offered: 2, waiting_people: 0 }
  server.respond(calls.staffReadSessionCall, { ...session, numbers })
  await openSession()
  await press('Encerrar reservas')
  expectText(/As ofertas já feitas, de 2 lugares, continuam valendo até o prazo de cada uma\./)
})

test('reopening reservations says that free places are offered to the people waiting at once', async () => {
  server.respond(calls.staffReadSessionCall, { ...session, is_closed: true, status: 'closed' })
  await openSession()
  await press('Reabrir reservas')
  expectText(
    /Na lista de espera há 2 pessoas: os lugares livres \(5\) são oferecidos na hora, por ordem de chegada\./,
  )
})

test.each([
  ['2026-12-10T18:00', 'em 10/12/2026, 18:00'],
  ['2026-11-21T09:05', 'agora'],
])(
  'an earlier end of reservations, %s, is saved only after staff have read what happens to the people waiting',
  async (sales_until, when) => {
    server.respond(calls.updateSessionCall, { ...session, people_notified: 0 })
    await openSession()
    await pressKey('e')
    await type('Reservas até', sales_until)
    await press('Salvar')
    expect(bodyOf(calls.updateSessionCall)).toBeUndefined()
    const text = `A lista de espera, com 2 pessoas, termina ${when}, e cada pessoa é avisada. Prorrogar as reservas depois disso não traz a lista de volta. As ofertas já feitas, de 1 lugar, continuam valendo até o prazo de cada uma.`
    expectText(text)
    expect(document.activeElement?.textContent).toBe(text)
    await press('Confirmar: salvar')
    expect(bodyOf(calls.updateSessionCall)).toMatchObject({ session_id: id, people: null })
    expect(currentToast().message).toBe('Sessão alterada.')
  },
)

test('closing reservations in the session form is saved only after staff have read what happens to the people waiting', async () => {
  server.respond(calls.updateSessionCall, { ...session, is_closed: true, people_notified: 0 })
  await openSession()
  await pressKey('e')
  fireEvent.click(screen.getByLabelText('Encerrar as reservas agora'))
  await press('Salvar')
  expectText(/^Na lista de espera, 2 pessoas só recebem a vez se as reservas reabrirem\./)
  await press('Voltar à alteração')
  await press('Salvar')
  await press('Confirmar: salvar')
  expect(bodyOf(calls.updateSessionCall)).toMatchObject({ is_closed: true, people: null })
})

test('a session change that is announced and ends the waiting list earlier says both', async () => {
  await openSession()
  await pressKey('e')
  await type('Local', 'Teatro do piso L3')
  await type('Reservas até', '2026-12-10T18:00')
  await press('Salvar')
  expectText(/poderá cancelar sem custo até o início\. A lista de espera, com 2 pessoas, termina em/)
  expect(document.body.textContent).not.toContain('mantém a vez')
})

test('only a gate supervisor can release the places of no-shows', async () => {
  server.respond(releaseNoShowsCall, { released: 2, free: 7 })
  await openSession()
  expect(screen.queryByRole('button', { name: 'Liberar quem não veio' })).toBeNull()
  cleanup()
  await openAs(['marketing', 'gate_supervisor'], `/eventos/${id}`)
  await press('Liberar quem não veio')
  await confirm('Confirmar: liberar')
  expect(bodyOf(releaseNoShowsCall)).toEqual({ session_id: id })
  expect(currentToast().message).toBe('Lugares de quem não veio: 2 liberados. Livres agora: 7.')
})

test('a session with reservations or a waiting list cannot be deleted', async () => {
  const unused = { ...session.numbers, held: 0, offered: 0, sold: 0, free: 10, waiting_people: 0 }
  await openSession()
  expect(screen.queryByRole('button', { name: 'Apagar sessão' })).toBeNull()
  cleanup()
  server.respond(calls.staffReadSessionCall, { ...session, numbers: unused })
  server.respond(calls.removeSessionCall, { session_id: id })
  await openSession()
  await press('Apagar sessão')
  await confirm('Confirmar: apagar')
  expect(bodyOf(calls.removeSessionCall)).toEqual({ session_id: id })
  expect(heading()).toBe('Eventos')
})

test('the ticket list masks documents, searches when submitted and not while typing, and links to its CSV file', async () => {
  await openSession()
  expect(rows()).toContain(
    'Ana Lúcia Pereira***.982.247-**K7QM-2XPD-9FHTUtilizado12/12/2026, 19:42, Entrada B',
  )
  const searches = () => server.requestsOf(calls.listSessionTicketsCall).map(({ query }) => query['text'])
  await type('Buscar por nome ou código', 'lucia')
  await settle()
  expect(searches()).toEqual([''])
  server.respond(calls.listSessionTicketsCall, [])
  await press('Buscar')
  expect(searches()).toEqual(['', 'lucia'])
  expectText('Nenhum ingresso corresponde à busca.')
  expect(linkTo('Baixar CSV')).toBe(`/api/staff/event-tickets/session/${id}/ingressos.csv`)
})

test('reservations are filtered by state, the waiting list by name', async () => {
  await openSession()
  await pressKey('f')
  expect(rows()).toContain(
    '21/11/2026, 09:00***.111.222-**3TotemAguardando confirmação até 21/11/2026, 09:15–',
  )
  change('Situação', 'expired')
  await settle()
  expect(server.requestsOf(calls.listSessionReservationsCall).at(-1)?.query).toMatchObject({
    state: 'expired',
  })
  await pressKey('f')
  expect(rows()).toContain('Dirce***.333.444-**221/11/2026, 08:00Com oferta até 21/11/2026, 09:20')
  await type('Buscar por nome ou documento', 'maria')
  await settle()
  expectText('Ninguém da lista corresponde à busca.')
})
