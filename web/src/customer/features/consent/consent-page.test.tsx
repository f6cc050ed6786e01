// @vitest-environment jsdom
import { notifyManager } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import type { Call } from '@clube/contract/kernel/call.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { AppProvider, type App } from '../../../platform/app/app-context.tsx'
import { ConsentPage } from './consent-page.tsx'

let asked: unknown[] = []
let answer: unknown
const app = {
  club: { name: 'Clube Ipê' },
  send: async (_call: Call, input: { params: unknown; query: unknown }) => {
    asked.push([input.params, input.query])
    return answer
  },
} as unknown as App

async function show(path: string) {
  const place = memoryLocation({ path })
  render(
    <AppProvider app={app}>
      <Router hook={place.hook} searchHook={place.searchHook}>
        <Route path="/documentos/:kind">
          <ConsentPage />
        </Route>
      </Router>
    </AppProvider>,
  )
  await act(async () => {})
}

beforeEach(() => {
  notifyManager.setScheduler(queueMicrotask)
  asked = []
})
afterEach(cleanup)

test('an older version is asked for by name and says that it is outdated', async () => {
  answer = {
    ok: true,
    data: {
      kind: 'loyaltyclub_terms',
      state: 'inactive',
      created_at: '2025-01-10T15:00:00Z',
      version: '1.0',
      document: '<p>Antigo</p><script>x()</script>',
    },
  }
  await show('/documentos/loyaltyclub_terms?version=1.0')
  expect(asked).toEqual([[{ kind: 'loyaltyclub_terms' }, { version: '1.0' }]])
  await waitFor(() =>
    expect(screen.getAllByRole('paragraph').map(({ textContent }) => textContent)).toEqual([
      'ESTE DOCUMENTO ESTÁ DESATUALIZADO',
      'Última alteração: 10 de janeiro de 2025',
      'Versão do documento: 1.0',
      'Antigo',
    ]),
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Termos de adesão ao clube')
})

test('a document that was never published says so and offers no second try', async () => {
  const message = 'Documento não encontrado.'
  answer = { ok: false, failure: { kind: 'refused', status: 404, code: 'x', message, errors: [] } }
  await show('/documentos/sac')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message))
  expect(screen.queryByRole('button')).toBeNull()
})

test('a kind that does not exist is not asked for', async () => {
  await show('/documentos/outro')
  expect(screen.getByText('Documento não encontrado.')).toBeTruthy()
  expect(asked).toEqual([])
})

test('a promotion’s own document is asked for by the promotion', async () => {
  await show('/documentos/promotion_regulation?version=1.0&scope=natal-no-ipe')
  expect(asked).toEqual([[{ kind: 'promotion_regulation' }, { version: '1.0', scope: 'natal-no-ipe' }]])
})
