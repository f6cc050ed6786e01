// @vitest-environment jsdom
import { notifyManager } from '@tanstack/react-query'
import type { Call } from '@clube/contract/kernel/call.ts'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { closeToast, currentToast } from '../../../kit/toast/toast-store.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { AppProvider, type App } from '../../../platform/app/app-context.tsx'
import { clearServiceChannel, saveServiceChannel } from '../../../platform/storage/service-channel.ts'
import { currentSession, setSession } from '../../../platform/session/session-store.ts'
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
let answers: Record<string, Answer | ((cursor: string | undefined, body: unknown) => Answer)>
const app = {
  club: { name: 'Clube Ipê', service_desk: { text: 'Piso 1, todos os dias.', phone: null } },
  send: async (call: Call, input: { query?: { cursor?: string }; body?: unknown }) => {
    const answer = answers[call.path] ?? { data: [] }
    const given = typeof answer === 'function' ? answer(input.query?.cursor, input.body) : answer
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
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
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
    'data_looks',
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

test('who saw the data is told by role, desk and time, page by page', async () => {
  answers['/api/marketing/privacy/looks'] = (cursor) => {
    const look = { at: '2026-11-21T15:30:00Z', role: 'Atendente', desk: 'Balcão' }
    return cursor === undefined
      ? { data: [{ ...look, what: 'Consultou o seu cadastro pelo documento' }], next_cursor: '7' }
      : { data: [{ ...look, what: 'Registrou o seu pedido de exclusão' }] }
  }
  await show()
  const region = screen.getByRole('region', { name: 'Quem viu meus dados' })
  const lines = () => within(region).getAllByRole('listitem')
  expect(lines().map(({ textContent }) => textContent)).toEqual([
    'Consultou o seu cadastro pelo documentoAtendente (Balcão)21 de novembro de 2026, 12h30',
  ])
  await act(async () => void fireEvent.click(within(region).getByRole('button', { name: 'Ver mais' })))
  await vi.waitFor(() => expect(lines()).toHaveLength(2))
  expect(within(region).queryByRole('button', { name: 'Ver mais' })).toBeNull()
})

test('where nobody looked, that is said', async () => {
  await show()
  expect(screen.getByText('Ninguém da equipe viu os seus dados até agora.')).toBeTruthy()
})

describe('revoking', () => {
  const promotion = { ...acceptance, acceptance_id: 'a2', kind: 'promotion_terms', scope: 'natal-no-ipe' }

  test('is offered for what the club does not need, asks, and says what it means', async () => {
    const sent = revocationsOf()
    answers['/api/marketing/consent/acceptances'] = { data: [acceptance, promotion] }
    await show()
    const [button, ...more] = screen.getAllByRole('button', { name: /^Revogar: / })
    expect(more).toEqual([])
    await act(async () => void fireEvent.click(button as HTMLElement))
    expect(screen.getByText(/deixa de valer para você a partir de agora/)).toBeTruthy()
    expect(sent).toEqual([])
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Sim, revogar' })))
    expect(sent).toEqual([{ acceptance_id: 'a2' }])
    expect(currentToast().message).toBe('Aceite revogado.')
  })

  test('what was revoked is not offered again; the terms of the club end with the account', async () => {
    answers['/api/marketing/consent/acceptances'] = {
      data: [acceptance, { ...promotion, revoked_at: '2026-11-22T15:00:00Z' }],
    }
    await show()
    expect(screen.queryByRole('button', { name: /^Revogar: / })).toBeNull()
    expect(screen.getByText(/só terminam com a exclusão dela/)).toBeTruthy()
    expect(screen.getByText(/Revogada em 22 de novembro de 2026/)).toBeTruthy()
  })

  const revocationsOf = () => {
    const sent: unknown[] = []
    answers['/api/marketing/consent/revoke'] = (_cursor, body) => {
      sent.push(body)
      return { data: promotion }
    }
    return sent
  }
})

describe('deleting the account', () => {
  const ask = async () => {
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Excluir minha conta' })))
    const field = screen.getByLabelText('Senha atual')
    await act(async () => void fireEvent.input(field, { target: { value: 'Girassol-27' } }))
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Pedir a exclusão' })))
  }

  test('says what goes and what stays, asks for the password, tells the date and leads out', async () => {
    const bodies: unknown[] = []
    answers['/api/marketing/privacy/request-deletion'] = (_cursor, body) => {
      bodies.push(body)
      return { data: { deletes_at: '2026-12-21T15:00:00Z' } }
    }
    await show()
    const region = screen.getByRole('region', { name: 'Excluir minha conta' })
    expect(region.textContent).toContain('Durante 30 dias')
    expect(region.textContent).toContain('Sem o seu nome, ficam o extrato de pontos')
    await ask()
    expect(bodies).toEqual([{ current_password: 'Girassol-27' }])
    expect(screen.getByRole('status').textContent).toContain('apagados em 21 de dezembro de 2026')
    expect(currentSession().at).toBe('signedIn')
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Sair da conta' })))
    await vi.waitFor(() => expect(currentSession().at).toBe('signedOut'))
  })

  test('a wrong password stands at its field', async () => {
    answers['/api/marketing/privacy/request-deletion'] = {
      failure: {
        kind: 'invalid',
        status: 422,
        code: 'identity.wrong-current-password',
        message: 'Senha atual incorreta.',
        errors: [{ path: 'current_password', message: 'Senha atual incorreta.' }],
      },
    }
    await show()
    await ask()
    expect(screen.getByText('Senha atual incorreta.')).toBeTruthy()
    expect(currentSession().at).toBe('signedIn')
  })

  test('is not offered at a kiosk, which says where it is', async () => {
    saveServiceChannel('totem', 'temporary')
    await show()
    expect(screen.queryByRole('button', { name: 'Excluir minha conta' })).toBeNull()
    expect(screen.getByText(/Peça a exclusão pelo seu celular/)).toBeTruthy()
    clearServiceChannel()
  })
})
