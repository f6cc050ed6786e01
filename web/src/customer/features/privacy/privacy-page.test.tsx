// @vitest-environment jsdom
import { notifyManager } from '@tanstack/react-query'
import type { Call } from '@clube/contract/kernel/call.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { closeToast, currentToast } from '../../../kit/toast/toast-store.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { AppProvider, type App } from '../../../platform/app/app-context.tsx'
import { clearServiceChannel, saveServiceChannel } from '../../../platform/storage/service-channel.ts'
import { setSession } from '../../../platform/session/session-store.ts'
import { PrivacyPage } from './privacy-page.tsx'

const saved = vi.hoisted(() => ({ files: [] as { name: string; text: string }[] }))
vi.mock('./save-file.ts', () => ({
  saveFile: (name: string, _type: string, text: string) => void saved.files.push({ name, text }),
}))

const acceptance = {
  acceptance_id: 'a1',
  kind: 'loyaltyclub_terms',
  scope: '',
  version: '1.0',
  document_hash: 'f00',
  accepted_at: '2026-11-21T15:00:00Z',
  service_channel: 'site',
  revoked_at: null,
}
type Answer = { data: unknown; next_cursor?: string } | { failure: Failure }
let answers: Record<string, Answer | ((cursor: string | undefined) => Answer)>
const app = {
  club: { name: 'Clube Ipê', service_desk: { text: 'Piso 1, todos os dias.', phone: null } },
  send: async (call: Call, input: { query?: { cursor?: string } }) => {
    const answer = answers[call.path] ?? { data: [] }
    const given = typeof answer === 'function' ? answer(input.query?.cursor) : answer
    return 'failure' in given ? { ok: false, ...given } : { ok: true, ...given }
  },
} as unknown as App

async function show() {
  const { hook } = memoryLocation({ path: '/privacidade' })
  render(
    <AppProvider app={app}>
      <Router hook={hook}>
        <PrivacyPage />
      </Router>
    </AppProvider>,
  )
  await act(async () => {})
}
const take = () =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Baixar meus dados' })))

beforeEach(() => {
  notifyManager.setScheduler(queueMicrotask)
  setSession({ at: 'signedIn', level: 'customer', customer_name: 'Ana' })
  saved.files = []
  answers = { '/api/marketing/consent/acceptances': { data: [acceptance] } }
})
afterEach(() => {
  cleanup()
  closeToast()
})

test('what was accepted is listed with version, day and channel, and leads to the text as it was', async () => {
  await show()
  const link = screen.getByRole('link', { name: /Termos de adesão ao clube/ })
  expect(link.textContent).toContain('Versão 1.0, aceita em 21 de novembro de 2026, Site')
  expect(link.getAttribute('href')).toBe('/documentos/loyaltyclub_terms?version=1.0')
})

test('a file holds everything, every page of it', async () => {
  answers['/api/marketing/purchase'] = (cursor) =>
    cursor === undefined ? { data: [{ n: 1 }], next_cursor: 'two' } : { data: [{ n: 2 }] }
  await show()
  await take()
  await vi.waitFor(() => expect(saved.files).toHaveLength(1))
  expect(saved.files[0]?.name).toBe('meus-dados.json')
  const data = JSON.parse(saved.files[0]?.text ?? '') as Record<string, unknown>
  expect(Object.keys(data)).toEqual([
    'profile',
    'acceptances',
    'points',
    'points_statement',
    'receipts',
    'participations',
    'reservations',
    'waiting_lists',
  ])
  expect(data).toMatchObject({ acceptances: [acceptance], receipts: [{ n: 1 }, { n: 2 }] })
})

test('a kiosk, which belongs to nobody, hands nothing over', async () => {
  saveServiceChannel('totem', 'temporary')
  await show()
  expect(screen.queryByRole('button', { name: 'Baixar meus dados' })).toBeNull()
  clearServiceChannel()
})

test('where a part does not come there is no file, and one toast', async () => {
  answers['/api/marketing/points'] = { failure: { kind: 'network', during: 'call' } }
  await show()
  await take()
  await vi.waitFor(() =>
    expect(currentToast().message).toBe(
      'Ops, aconteceu algo com sua conexão de internet, tente novamente por favor!',
    ),
  )
  expect(saved.files).toEqual([])
})

test('correcting, offers and the end of the account are a touch away', async () => {
  await show()
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(href('Ver e corrigir meus dados')).toBe('/perfil')
  expect(href('Escolher se recebo ofertas por e-mail')).toBe('/perfil#ofertas')
  expect(screen.getByText(/Piso 1, todos os dias\./)).toBeTruthy()
})
