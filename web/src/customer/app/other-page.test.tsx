// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { AppProvider, type App } from '../../platform/app/app-context.tsx'
import { setSession } from '../../platform/session/session-store.ts'
import { OtherPage } from './other-page.tsx'
import { preloadPage } from './routes.ts'

const app = {
  club: { name: 'Clube Ipê', passwordless_sessions: { may: 'participate', points_per_day: 500 } },
  send: async () => ({ ok: true, data: [] }),
} as unknown as App

async function visit(path: string) {
  await preloadPage(path)
  render(
    <AppProvider app={app}>
      <Router hook={memoryLocation({ path }).hook}>
        <OtherPage />
      </Router>
    </AppProvider>,
  )
  await act(async () => {})
}

afterEach(cleanup)

test('the path of a promotion shows its page as soon as its code is loaded', async () => {
  setSession({ at: 'signedIn', level: 'customer', customer_name: 'Ana' })
  await visit('/ingressos')
  expect(screen.getByRole('heading', { name: 'Meus ingressos' })).toBeTruthy()
})

test('a path that no promotion serves shows the not-found page', async () => {
  await visit('/ingressos/a/b')
  expect(screen.getByRole('heading', { name: 'Página não encontrada' })).toBeTruthy()
})
