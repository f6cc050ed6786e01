// @vitest-environment jsdom
import { notifyManager } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import type { Call } from '@clube/contract/kernel/call.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppProvider, type App } from '../../../platform/app/app-context.tsx'
import { setSession } from '../../../platform/session/session-store.ts'
import { clearServiceChannel, saveServiceChannel } from '../../../platform/storage/service-channel.ts'
import { PointsPage } from './points-page.tsx'

let answers: Record<string, unknown>
const app = {
  club: { name: 'Clube Ipê', logo_url: null },
  send: async (call: Call) => ({ ok: true, data: answers[call.path], next_cursor: null }),
} as unknown as App

beforeEach(() => {
  notifyManager.setScheduler(queueMicrotask)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  setSession({ at: 'signedIn', level: 'customer', customer_name: 'Ana' })
})
afterEach(() => {
  clearServiceChannel()
  cleanup()
  vi.unstubAllGlobals()
})

async function show() {
  render(
    <AppProvider app={app}>
      <PointsPage />
    </AppProvider>,
  )
  await act(async () => {})
}

test('balance, what expires, and every movement with the balance it left', async () => {
  answers = {
    '/api/marketing/points': {
      balance: 1250,
      debt: 0,
      expiring: [{ points: 1, expires_at: '2026-12-31T03:00:00Z' }],
    },
    '/api/marketing/points/statement': [
      {
        position: 2,
        created_at: '2026-11-20T18:30:00Z',
        kind: 'spend',
        about: '',
        points: -50,
        balance_after: 1250,
      },
      {
        position: 1,
        created_at: '2026-11-19T18:00:00Z',
        kind: 'earn',
        about: 'Café do Pátio',
        points: 1300,
        balance_after: 1300,
      },
    ],
  }
  await show()
  expect(screen.getByRole('region', { name: 'Saldo' }).textContent).toContain('1.250')
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toEqual([
    'Até qua., 30 de dez.1 ponto',
    'Pontos usadossex., 20 de nov., 15h30− 50 pontosSaldo 1.250',
    'Pontos ganhosCafé do Pátioqui., 19 de nov., 15h+ 1.300 pontosSaldo 1.300',
  ])
  const file = screen.getByRole('link', { name: 'Baixar o extrato em CSV' })
  expect(file.getAttribute('href')).toBe('/api/marketing/points/statement.csv')
  // Whoever comes next to a kiosk would find the file.
  cleanup()
  saveServiceChannel('totem', 'temporary')
  await show()
  expect(screen.getByText('− 50 pontos')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Baixar o extrato em CSV' })).toBeNull()
})

test('a debt is explained, and without movements the way to the first is shown', async () => {
  answers = {
    '/api/marketing/points': { balance: 0, debt: 30, expiring: [] },
    '/api/marketing/points/statement': [],
  }
  await show()
  expect(screen.getByText(/Os próximos 30 pontos acertam/)).toBeTruthy()
  expect(screen.getByText('Seus pontos começam com a primeira nota fiscal.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Cadastrar nota fiscal' }).getAttribute('href')).toBe('/notas/nova')
})
