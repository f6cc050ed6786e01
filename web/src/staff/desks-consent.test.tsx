// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  bodiesTo,
  heading,
  open,
  press,
  refused,
  rows,
  server,
  settle,
  signIn,
  success,
  type,
  setUpStaffScreens,
} from './staff-app.testing.tsx'

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

/** The desk with the club's versions, before a server that answers with these besides. */
const show = (path: string, answers: Record<string, unknown> = {}) => {
  server.answers = { [list]: success([active, old, ofPromotion]), [campaigns]: success([]), ...answers }
  signIn({ roles: ['marketing'] })
  return open(path)
}
const write = async (label: string | RegExp, value: string) => {
  type(label, value)
  await settle()
}
const sentTo = bodiesTo

const list = '/api/staff/consent'
const campaigns = '/api/staff/campaign'
const previewPath = '/api/staff/consent/preview'
const publishPath = '/api/staff/consent/publish'

setUpStaffScreens()
// A clock of ours does not wait for code that comes later.
beforeAll(async () => void (await import('../parts/consent-view/sanitise-html.ts')))
beforeEach(() => void vi.useFakeTimers())

test('the versions in force are listed with their fingerprint; the outdated ones where they are asked for', async () => {
  await show('/documentos')
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
  await write('Texto', '# Termos\n\n- um <b>')
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
    [previewPath]: refused(422, 'consent.empty', message, 'document'),
  })
  fireEvent.click(screen.getByRole('radio', { name: /HTML/ }))
  await write('Texto', '<script>x</script>')
  expect(screen.getByText(message)).toBeTruthy()
})

test('publishing wants every field and a second press; a version taken is told under its field', async () => {
  const message = 'Esta versão já foi publicada.'
  await show('/documentos/novo?kind=promotion_regulation', {
    [previewPath]: success({ document: '<p>Regras.</p>', document_hash: hash, removed: [] }),
    [publishPath]: refused(409, 'consent.version-taken', message, 'version'),
    [campaigns]: refused(403, 'x', '?'),
  })
  await press('Publicar')
  await press('Confirmar: pôr em vigor')
  expect(screen.getByText('Este campo é requerido')).toBeTruthy()
  expect(screen.getAllByText('Este campo não pode estar vazio')).toHaveLength(2)
  expect(sentTo(publishPath)).toEqual([])
  cleanup()
  await show('/documentos/novo?kind=promotion_regulation&scope=natal-no-ipe&version=2.0', server.answers)
  await write('Texto', 'Regras.')
  await press('Publicar')
  await press('Confirmar: pôr em vigor')
  const body = { kind: 'promotion_regulation', scope: 'natal-no-ipe', document: '<p>Regras.</p>' }
  expect(sentTo(publishPath)).toEqual([{ ...body, version: '2.0' }])
  expect(screen.getByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Versão'))
  await write('Versão', '3.0')
  server.answers[publishPath] = success({ ...ofPromotion, version: '3.0' })
  await press('Publicar')
  await press('Confirmar: pôr em vigor')
  expect(sentTo(publishPath).at(-1)).toEqual({ ...body, version: '3.0' })
  expect(heading()).toBe('Documentos')
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
  await write('Texto', 'O meu.')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Texto').value).toBe('O meu.')
  await write('Texto', '')
  await press('Começar do texto em vigor')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Texto').value).toBe('<h2>Um</h2>\n<p>Os termos.</p>')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /HTML/ }).checked).toBe(true)
})
