// @vitest-environment jsdom
import { notifyManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { TransactionView } from '@clube/contract/campaigns/transaction-calls.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { AppProvider, type App } from '../../../platform/app/app-context.tsx'
import { setSession } from '../../../platform/session/session-store.ts'
import { ParticipationsPage } from './participations-page.tsx'

const participation: TransactionView = {
  transaction_id: 't1',
  protocol: '2026-000123-4',
  state: 'open',
  kind: 'event_tickets',
  campaign_id: 'c1',
  campaign_slug: 'natal',
  campaign_title: 'Natal no Ipê',
  service_channel: 'site',
  created_at: '2026-11-21T15:37:00Z',
  expires_at: '2026-11-21T16:37:00Z',
  finished_at: null,
}

async function show(...pages: TransactionView[][]) {
  const app = {
    club: { name: 'Clube Ipê' },
    send: async (_call: unknown, { query }: { query: { cursor?: string } }) => {
      const at = Number(query.cursor ?? 0)
      return { ok: true, data: pages[at] ?? [], next_cursor: at + 1 < pages.length ? String(at + 1) : null }
    },
  } as unknown as App
  const place = memoryLocation({ path: '/participacoes', record: true })
  render(
    <AppProvider app={app}>
      <Router hook={place.hook}>
        <ParticipationsPage />
      </Router>
    </AppProvider>,
  )
  await act(async () => {})
  return place
}

beforeEach(() => {
  notifyManager.setScheduler(queueMicrotask)
  // What is cached belongs to one session.
  setSession({ at: 'signedIn', level: 'customer', customer_name: 'Ana' })
})
afterEach(cleanup)

test('an open participation leads back to where it goes on; one that is over does not', async () => {
  const place = await show([
    participation,
    { ...participation, transaction_id: 't2', campaign_title: 'Mostra', state: 'completed' },
  ])
  const [open, over] = screen.getAllByRole('listitem')
  expect(open?.textContent).toContain('Em andamento')
  expect(over?.textContent).toContain('Concluída')
  expect(within(over as HTMLElement).queryByRole('link', { name: /Continuar/ })).toBeNull()
  fireEvent.click(within(open as HTMLElement).getByRole('link', { name: 'Continuar: Natal no Ipê' }))
  expect(place.history.at(-1)).toBe('/ingressos/natal')
})

test('where a kind has no page of its own there is nothing to go on with', async () => {
  await show([{ ...participation, kind: 'scratch_card' }])
  expect(screen.getByText('Protocolo 2026-000123-4')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Continuar/ })).toBeNull()
})

test('the next page comes on demand', async () => {
  await show([participation], [{ ...participation, transaction_id: 't2', protocol: '2026-000124-2' }])
  expect(screen.queryByText('Protocolo 2026-000124-2')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Ver mais' }))
  expect(await screen.findByText('Protocolo 2026-000124-2')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ver mais' })).toBeNull()
})

test('nobody has taken part yet: the way to the promotions', async () => {
  await show([])
  expect(screen.getByText('Você ainda não participou de nenhuma promoção.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver promoções' }).getAttribute('href')).toBe('/promocoes')
})
