// @vitest-environment jsdom
import { notifyManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Call } from '@clube/contract/kernel/call.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { AppProvider, type App } from '../../../platform/app/app-context.tsx'
import { currentSession, setSession } from '../../../platform/session/session-store.ts'
import { HomePage } from './home-page.tsx'

const profile = {
  document_type: 'cpf',
  document_id: '52998224725',
  name: 'Ana Souza',
  email: 'ana@exemplo.com.br',
  cellphone: '11987654321',
  birth_date: '1990-03-12',
  email_marketing_subscription: 'yes',
  member_since: '2026-03-04T15:00:00Z',
  address: null,
}
const ahead = { campaign_slug: 'mostra', starts_at: '2026-12-12T18:00:00Z' }
const answers: Record<string, unknown> = {
  '/api/marketing/campaign': [
    {
      campaign_id: 'c1',
      cd_identificador: 7,
      slug: 'mostra',
      kind: 'event_tickets',
      title: 'Mostra de cinema na praça',
      summary: '',
      state: 'active',
      starts_at: '2026-11-01T13:00:00Z',
      ends_at: '2026-12-13T03:00:00Z',
      stock: null,
    },
  ],
  '/api/marketing/event-tickets/sessions': [
    {
      status: 'last_places',
      remaining: 3,
      starts_at: '2026-12-12T18:00:00Z',
      sales_from: '2026-11-01T13:00:00Z',
    },
  ],
  '/api/marketing/points': { balance: 1250, debt: 0, expiring: [] },
  '/api/marketing/purchase': [{ state: 'pending_review' }],
  '/api/marketing/event-tickets/mine': [
    { ...ahead, reservation_id: 'r1', state: 'held', expires_at: '2026-11-21T17:12:00Z', tickets: [] },
    {
      ...ahead,
      reservation_id: 'r2',
      state: 'confirmed',
      tickets: [{ state: 'valid' }, { state: 'valid' }, { state: 'used' }],
    },
  ],
}
let asked: string[] = []
const app = {
  club: { name: 'Clube Ipê', logo_url: null },
  send: async (call: Call) => {
    asked.push(call.path)
    if (call.method !== 'GET') return { ok: true, data: {} }
    return { ok: true, data: answers[call.path] ?? profile, next_cursor: null }
  },
} as unknown as App

async function show() {
  const place = memoryLocation({ path: '/', record: true })
  render(
    <AppProvider app={app}>
      <Router hook={place.hook}>
        <HomePage />
      </Router>
    </AppProvider>,
  )
  await act(async () => {})
  return place
}

beforeEach(() => {
  notifyManager.setScheduler(queueMicrotask)
  vi.useFakeTimers({ now: new Date('2026-11-21T17:00:00Z'), toFake: ['Date'] })
  setSession({ at: 'signedIn', level: 'customer', customer_name: 'Ana' })
  asked = []
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

test('greets by name and time of day, and shows the person’s data at a glance', async () => {
  await show()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Boa tarde, Ana')
  const shown = [...document.querySelectorAll('dd')].map(({ textContent }) => textContent)
  expect(shown).toEqual([
    '***.982.247-**',
    'março de 2026',
    'ana@exemplo.com.br',
    '(11) 98765-4321',
    'Não informada',
  ])
})

test('what comes next leads where it can be done', async () => {
  await show()
  const next = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')
  expect(next(/Complete seu endereço/)).toBe('/perfil#endereco')
  expect(next(/Conheça o regulamento/)).toBe('/documentos/loyaltyclub_regulation')
  expect(screen.queryByRole('link', { name: /Receba ofertas/ })).toBeNull()
})

test('what is on, what one has and what waits are each one touch away', async () => {
  await show()
  const link = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')
  expect(link(/Meus ingressos.*2 ingressos, o próximo sáb., 12 de dez., 15h/)).toBe('/ingressos')
  expect(link(/Meus pontos.*1\.250 pontos/)).toBe('/pontos')
  expect(link(/Minhas notas.*1 em análise/)).toBe('/notas')
  expect(link(/Minhas participações/)).toBe('/participacoes')
  expect(link(/Últimos lugares.*Mostra de cinema na praça.*sáb., 12 de dez., 15h.*Restam 3 lugares/)).toBe(
    '/promocoes/mostra',
  )
  expect(link(/Ver todas as promoções/)).toBe('/promocoes')
  expect(link(/Confirme a sua reserva.*até 14:12/)).toBe('/ingressos/mostra')
})

test('who entered without a password is shown no personal data and asked for none', async () => {
  setSession({ at: 'signedIn', level: 'identified', customer_name: null })
  await show()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Boa tarde')
  expect(asked).toEqual([])
  expect(screen.getByRole('link', { name: 'Entrar com senha' }).getAttribute('href')).toBe('/entrar')
})

test('leaving ends the session here and on the server', async () => {
  const place = await show()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Sair' })))
  await vi.waitFor(() => expect(currentSession()).toEqual({ at: 'signedOut' }))
  expect(asked.at(-1)).toBe('/api/auth/shd/external/signout')
  await vi.waitFor(() => expect(place.history?.at(-1)).toBe('/entrar'))
})
