// @vitest-environment jsdom
import { notifyManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { App as WiredApp } from '../platform/app/app-context.tsx'
import { App } from './app/app.tsx'
import { desks } from './app/desks.ts'
import { wireApp } from './app/wire-app.ts'
import { setStaffSession } from './parts/staff-session.ts'

const hash = 'a'.repeat(64)
const active = {
  kind: 'loyaltyclub_terms',
  scope: '',
  version: '1.0',
  state: 'active',
  document_hash: hash,
  created_at: '2026-11-21T12:00:00Z',
  published_by: null,
}
const old = { ...active, version: '0.9', state: 'inactive', document_hash: 'b'.repeat(64) }
const ofPromotion = { ...active, kind: 'promotion_regulation', scope: 'natal-no-ipe', version: '2.0' }

type Answer = { status?: number; body: object }
let answers: Record<string, Answer> = {}
let asked: { path: string; body: unknown }[] = []
const success = (data: unknown): Answer => ({ body: { success: true, data } })

async function show(path: string, given: Record<string, Answer> = {}) {
  answers = { [list]: success([active, old, ofPromotion]), [campaigns]: success([]), ...given }
  window.history.replaceState(null, '', `/equipe${path}`)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const [place = ''] = url.split('?')
    asked.push({ path: place, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    const { status = 200, body } = answers[place] ?? { status: 404, body: { success: false, message: '?' } }
    return new Response(JSON.stringify({ ...body, server_time: '2026-11-21T12:30:00Z' }), { status })
  })
  const identity = { staff_id: 'ana', name: 'Ana', email: 'ana@exemplo.com.br', recovery_codes_left: 9 }
  setStaffSession({ at: 'signedIn', identity: { ...identity, roles: ['marketing'] } })
  const club = { name: 'Clube Ipê', logo_url: null, document_types: 'both', minimum_age: 18 }
  render(<App app={wireApp(club as unknown as WiredApp['club'])} />)
  await settle()
}
/** Lets answers arrive, and the moment pass in which somebody could go on typing. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(600))
const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
}
const type = async (label: string | RegExp, value: string) => {
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
  await settle()
}
const sentTo = (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body)

const list = '/api/staff/consent'
const campaigns = '/api/staff/campaign'
const previewPath = '/api/staff/consent/preview'
const publishPath = '/api/staff/consent/publish'

// Code that comes later is here before the first test: a clock of ours does not wait for it.
beforeAll(async () => {
  await Promise.all(desks.map(({ page }) => page.preload()))
  await import('../parts/consent-view/sanitise-html.ts')
})
beforeEach(() => {
  vi.useFakeTimers()
  notifyManager.setScheduler(queueMicrotask)
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  window.scrollTo = () => {}
  asked = []
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the versions in force are listed with their fingerprint; the outdated ones where they are asked for', async () => {
  await show('/documentos')
  const rows = () => screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows().slice(1)).toEqual([
    'Termos de adesão ao clube1.0Em vigor21/11/2026, 09:00aaaaaaaaaaaa…',
    'Regulamento da promoçãonatal-no-ipe2.0Em vigor21/11/2026, 09:00aaaaaaaaaaaa…',
  ])
  fireEvent.change(screen.getByLabelText('Situação'), { target: { value: 'inactive' } })
  expect(rows()[1]).toContain('0.9Desatualizada')
})

test('a version is read with its whole fingerprint', async () => {
  await show('/documentos', {
    '/api/marketing/consent-document/loyaltyclub_terms': success({
      kind: 'loyaltyclub_terms',
      state: 'active',
      created_at: '2026-11-21T12:00:00Z',
      version: '1.0',
      document: '<p>Os termos.</p>',
    }),
  })
  await press(/Termos de adesão/)
  expect(screen.getByText('Os termos.')).toBeTruthy()
  expect(screen.getByText(hash)).toBeTruthy()
})

test('plain text is seen as it will be, and nothing in it runs', async () => {
  const hostile = '<p>Oi</p><img src="x" onerror="window.ran = true"><script>window.ran = true</script>'
  await show('/documentos/novo?kind=loyaltyclub_terms', {
    [previewPath]: success({ document: hostile, document_hash: hash, removed: ['script', 'onclick'] }),
  })
  expect(screen.getByText('Em vigor: versão 1.0')).toBeTruthy()
  await type('Texto', '# Termos\n\n- um <b>')
  expect(sentTo(previewPath)).toEqual([{ document: '<h2>Termos</h2>\n<ul><li>um &lt;b&gt;</li></ul>' }])
  expect(screen.getByText('Oi')).toBeTruthy()
  expect(document.querySelector('article img, article script')).toBeNull()
  expect((window as { ran?: boolean }).ran).toBeUndefined()
  fireEvent.input(screen.getByLabelText('Texto'), { target: { value: 'outro' } })
  expect(screen.getByText('Atualizando a prévia…')).toBeTruthy()
  await settle()
  expect(screen.getByText('Retirado por não ser permitido: script, onclick.')).toBeTruthy()
  expect(screen.getByText(hash)).toBeTruthy()
})

test('a text that nothing is left of says so before anybody publishes it', async () => {
  const message = 'O documento ficou sem texto depois de retirado o que não é permitido.'
  await show('/documentos/novo', {
    [previewPath]: {
      status: 422,
      body: { success: false, code: 'consent.empty', message, errors: [{ path: 'document', message }] },
    },
  })
  fireEvent.click(screen.getByRole('radio', { name: /HTML/ }))
  await type('Texto', '<script>x</script>')
  expect(screen.getByText(message)).toBeTruthy()
})

test('publishing wants every field and a second press; a version taken is told under its field', async () => {
  const message = 'Esta versão já foi publicada.'
  await show('/documentos/novo?kind=promotion_regulation', {
    [previewPath]: success({ document: '<p>Regras.</p>', document_hash: hash, removed: [] }),
    [publishPath]: {
      status: 409,
      body: {
        success: false,
        code: 'consent.version-taken',
        message,
        errors: [{ path: 'version', message }],
      },
    },
    [campaigns]: { status: 403, body: { success: false, message: '?' } },
  })
  await press('Publicar')
  await press('Confirmar: pôr em vigor')
  expect(screen.getByText('Este campo é requerido')).toBeTruthy()
  expect(screen.getAllByText('Este campo não pode estar vazio')).toHaveLength(2)
  expect(sentTo(publishPath)).toEqual([])
  cleanup()
  await show('/documentos/novo?kind=promotion_regulation&scope=natal-no-ipe&version=2.0', answers)
  await type('Texto', 'Regras.')
  await press('Publicar')
  await press('Confirmar: pôr em vigor')
  const body = { kind: 'promotion_regulation', scope: 'natal-no-ipe', document: '<p>Regras.</p>' }
  expect(sentTo(publishPath)).toEqual([{ ...body, version: '2.0' }])
  expect(screen.getByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Versão'))
  await type('Versão', '3.0')
  answers[publishPath] = success({ ...ofPromotion, version: '3.0' })
  await press('Publicar')
  await press('Confirmar: pôr em vigor')
  expect(sentTo(publishPath).at(-1)).toEqual({ ...body, version: '3.0' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Documentos')
})

test('a new version may begin with the one in force, which never writes over what was written meanwhile', async () => {
  await show('/documentos/novo?kind=loyaltyclub_terms', {
    [previewPath]: success({ document: '<p>Os termos.</p>', document_hash: hash, removed: [] }),
    '/api/marketing/consent-document/loyaltyclub_terms': success({
      kind: 'loyaltyclub_terms',
      state: 'active',
      created_at: '2026-11-21T12:00:00Z',
      version: '1.0',
      document: '<h2>Um</h2><p>Os termos.</p>',
    }),
  })
  fireEvent.click(screen.getByRole('button', { name: 'Começar do texto em vigor' }))
  await type('Texto', 'O meu.')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Texto').value).toBe('O meu.')
  await type('Texto', '')
  await press('Começar do texto em vigor')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Texto').value).toBe('<h2>Um</h2>\n<p>Os termos.</p>')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /HTML/ }).checked).toBe(true)
})
