import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import { listCampaignsCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { listMyTicketsCall, listSessionsCall } from '@clube/contract/event-tickets/calls.ts'
import { listMyWaitingEntriesCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { signOutCall } from '@clube/contract/identity/session-calls.ts'
import { readPointsCall } from '@clube/contract/points/calls.ts'
import { listReceiptsCall } from '@clube/contract/receipts/receipt-calls.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { currentSession, setSession } from '../../../platform/session/session-store.ts'
import { saveServiceChannel } from '../../../platform/storage/service-channel.ts'
import { sampleId, samples } from '../../../testing/samples.ts'
import { heading, linkTo, press, server } from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'

const { campaign, credit, hold, profile, receipt, reservation, session } = samples
const { tickets } = reservation
const usedTicket = { ...tickets[0]!, ticket_id: sampleId(21), state: 'used' as const }

setUpShopperScreens()

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T17:00:00Z'), toFake: ['Date'] })
  server.respond(readProfileCall, { ...profile, email_marketing_subscription: 'yes', address: null })
  server.respond(listCampaignsCall, [campaign])
  server.respond(listSessionsCall, [{ ...session, status: 'last_places', remaining: 3 }])
  server.respond(readPointsCall, samples.points)
  server.respond(listReceiptsCall, [{ ...receipt, state: 'pending_review' }])
  server.respond(listMyWaitingEntriesCall, [])
  server.respond(listMyTicketsCall, [
    { ...reservation, ...hold, state: 'held', expires_at: '2026-11-21T17:12:00Z', tickets: [] },
    { ...reservation, reservation_id: sampleId(20), tickets: [...tickets, usedTicket] },
  ])
})

test('the home page greets the customer by name and time of day and summarizes the customer’s data', async () => {
  await openPage('/')
  expect(heading()).toBe('Boa tarde, Ana')
  const shown = [...document.querySelectorAll('dd')].map(({ textContent }) => textContent)
  expect(shown).toEqual([
    '***.982.247-**',
    'março de 2026',
    'ana@exemplo.com.br',
    '(11) 98765-4321',
    'Não informada',
  ])
})

test('the home page of a kiosk masks the contacts', async () => {
  saveServiceChannel('totem', 'temporary')
  await openPage('/')
  expect(document.body.textContent).toContain('an***@e***.br')
  expect(screen.getByText('(11) *****-4321')).toBeTruthy()
  expect(document.body.textContent).not.toContain('ana@')
})

test('the home page links to next steps, promotions and the customer’s own pages', async () => {
  await openPage('/')
  expect(linkTo(/Complete seu endereço/)).toBe('/perfil#endereco')
  expect(linkTo(/Conheça o regulamento/)).toBe('/documentos/loyaltyclub_regulation')
  expect(screen.queryByRole('link', { name: /Receba ofertas/ })).toBeNull()
  expect(linkTo(/Carteira.*Confirme 2 ingressos até 14h12/)).toBe('/carteira')
  expect(linkTo(/Meus pontos.*1\.250 pontos/)).toBe('/pontos')
  expect(linkTo(/Minhas notas.*1 em análise/)).toBe('/notas')
  expect(linkTo(/Minhas participações/)).toBe('/participacoes')
  expect(linkTo(/Últimos lugares.*Mostra de cinema na praça.*sáb., 12 de dez., 15h.*Restam 3 lugares/)).toBe(
    '/promocoes/mostra',
  )
  expect(linkTo(/Ver todas as promoções/)).toBe('/promocoes')
})

test('the home page shows what concerns the customer now, soonest deadline first, with the remaining time', async () => {
  server.respond(listMyWaitingEntriesCall, [
    { ...samples.waiting, state: 'offered', position: null, offer_expires_at: '2026-11-21T17:30:00Z' },
  ])
  server.respond(listReceiptsCall, [
    { ...receipt, state: 'approved', decided_at: '2026-11-21T16:00:00Z' },
    { ...receipt, state: 'pending_review', decided_at: null, is_photo_requested: true },
  ])
  await openPage('/')
  const entries = within(screen.getByRole('region', { name: 'Agora' })).getAllByRole('link')
  expect(entries.map((entry) => [entry.getAttribute('href'), entry.textContent])).toEqual([
    ['/ingressos/mostra', expect.stringMatching(/^Confirme a sua reserva.*Vale até 14h12\.12:00$/)],
    ['/ingressos', expect.stringMatching(/^Chegou a sua vez: 1 ingresso.*Aceite até 14h30\.30:00$/)],
    ['/notas', expect.stringMatching(/^Falta a foto de uma nota/)],
    ['/notas', expect.stringMatching(/^Nota aprovada.*Vale 123 pontos\.$/)],
  ])
})

test('the home page shows the progress of the receipts in each promotion in which they count', async () => {
  server.respond(listReceiptsCall, [receipt])
  server.respond(listCreditCall, [
    credit,
    { ...credit, campaign_id: receipt.purchase_id, title: 'Outra', receipts: [] },
  ])
  await openPage('/')
  const section = screen.getByRole('region', { name: 'Suas notas nas promoções' })
  expect(section.textContent?.replaceAll('\u00a0', ' ')).toBe(
    'Suas notas nas promoçõesPanetone da casaR$ 312,50 de R$ 400,00faltam R$ 87,50',
  )
  expect(within(section).getByRole('link').getAttribute('href')).toBe(`/promocoes/${credit.slug}`)
})

test('the home page has no section for now entries when the list is empty', async () => {
  server.respond(listMyTicketsCall, [reservation])
  await openPage('/')
  expect(screen.queryByRole('region', { name: 'Agora' })).toBeNull()
})

test('a decided receipt disappears from the home page once the customer has opened the list of receipts', async () => {
  server.respond(listMyTicketsCall, [])
  server.respond(listReceiptsCall, [{ ...receipt, state: 'approved', decided_at: '2026-11-21T16:00:00Z' }])
  const { unmount } = await openPage('/notas')
  unmount()
  await openPage('/')
  expect(screen.queryByRole('link', { name: /Nota aprovada/ })).toBeNull()
})

test('the home page of a passwordless session shows its hold', async () => {
  setSession({ kind: 'signedIn', level: 'identified', customer_name: null })
  await openPage('/')
  expect(linkTo(/Confirme a sua reserva/)).toBe('/ingressos/mostra')
})

test('the home page of a passwordless session shows what the club allows and requests no profile', async () => {
  setSession({ kind: 'signedIn', level: 'identified', customer_name: null })
  await openPage('/')
  expect(heading()).toBe('Boa tarde')
  expect(screen.getByRole('navigation', { name: 'O que você tem no clube' })).toBeTruthy()
  const requestedPaths = server.requests.map(({ path }) => path)
  expect(requestedPaths).toContain('/api/marketing/points')
  expect(requestedPaths).not.toContain('/api/marketing/profile')
})

test('the home page of a passwordless session shows the password prompt in place of empty summaries of the wallet and receipts', async () => {
  setSession({ kind: 'signedIn', level: 'identified', customer_name: null })
  server.respond(listMyTicketsCall, [])
  server.respond(listReceiptsCall, [])
  await openPage('/')
  expect(linkTo(/Carteira.*Confirme a senha para ver/)).toBe('/carteira')
  expect(linkTo(/Minhas notas.*Confirme a senha para ver/)).toBe('/notas')
})

test('an identify-only session sees the greeting and the password prompt, and sends no request', async () => {
  setSession({ kind: 'signedIn', level: 'identified', customer_name: null })
  await openPage('/', { passwordless_sessions: { may: 'identify', points_per_day: 0 } })
  expect(heading()).toBe('Boa tarde')
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(screen.getByRole('button', { name: 'Entrar com senha' })).toBeTruthy()
  expect(server.requests).toEqual([])
})

test('signing out ends the session in the browser and on the server', async () => {
  server.respond(signOutCall, {})
  const { history } = await openPage('/')
  await press('Sair')
  await vi.waitFor(() => expect(currentSession()).toEqual({ kind: 'signedOut' }))
  expect(server.requests.at(-1)?.call).toBe(signOutCall)
  await vi.waitFor(() => expect(history.at(-1)).toBe('/entrar'))
})
