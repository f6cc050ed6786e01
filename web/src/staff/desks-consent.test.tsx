// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { staffListCampaignsCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import {
  previewDocumentCall,
  publishDocumentCall,
  staffListDocumentsCall,
  type PublishedVersion,
} from '@clube/contract/consent/staff-calls.ts'
import { answer, refusal, type Answer } from '../testing/pretend-server.ts'
import { heading, press, server, settle, type } from '../testing/screen-test.tsx'
import { open, rows, setUpStaffScreens, signIn } from '../testing/staff-screen.tsx'

const hash = 'a'.repeat(64)
const active: PublishedVersion = {
  kind: 'loyaltyclub_terms',
  scope: '',
  version: '1.0',
  state: 'active',
  document_hash: hash,
  created_at: '2026-11-21T12:00:00Z',
  published_by: null,
}
const old: PublishedVersion = { ...active, version: '0.9', state: 'inactive', document_hash: 'b'.repeat(64) }
const ofPromotion: PublishedVersion = {
  ...active,
  kind: 'promotion_regulation',
  scope: 'natal-no-ipe',
  version: '2.0',
}

/** Opens the desk with the club's versions and these further answers. */
const show = (path: string, ...answers: Answer[]) => {
  server.declare(
    answer(staffListDocumentsCall, [active, old, ofPromotion]),
    answer(staffListCampaignsCall, []),
    ...answers,
  )
  signIn({ roles: ['marketing'] })
  return open(path)
}
/** Types, and waits for the preview's debounce. */
const write = async (label: string | RegExp, value: string) => {
  await type(label, value)
  await pause()
}
const pause = async () => {
  await act(async () => void (await vi.advanceTimersByTimeAsync(600)))
  await settle()
}
const termsInForce = (document: string) =>
  answer(readConsentDocumentCall, {
    kind: 'loyaltyclub_terms',
    state: 'active',
    created_at: '2026-11-21T12:00:00Z',
    version: '1.0',
    document,
  })

setUpStaffScreens()
// A fake clock does not wait for lazily loaded code.
beforeAll(async () => void (await import('../parts/consent-view/sanitise-html.ts')))
beforeEach(() => void vi.useFakeTimers())

test('versions in force are listed with their fingerprint, outdated ones on request', async () => {
  await show('/documentos')
  expect(rows().slice(1)).toEqual([
    'Termos de adesão ao clube1.0Em vigor21/11/2026, 09:00aaaaaaaaaaaa…',
    'Regulamento da promoçãonatal-no-ipe2.0Em vigor21/11/2026, 09:00aaaaaaaaaaaa…',
  ])
  fireEvent.change(screen.getByLabelText('Situação'), { target: { value: 'inactive' } })
  expect(rows()[1]).toContain('0.9Desatualizada')
})

test('a document version is shown with its full fingerprint', async () => {
  await show('/documentos', termsInForce('<p>Os termos.</p>'))
  await press(/Termos de adesão/)
  expect(screen.getByText('Os termos.')).toBeTruthy()
  expect(screen.getByText(hash)).toBeTruthy()
})

test('plain text is previewed as it will be published, without running scripts in it', async () => {
  const hostile = '<p>Oi</p><img src="x" onerror="window.ran = true"><script>window.ran = true</script>'
  await show(
    '/documentos/novo?kind=loyaltyclub_terms',
    answer(previewDocumentCall, { document: hostile, document_hash: hash, removed: ['script', 'onclick'] }),
  )
  expect(screen.getByText('Em vigor: versão 1.0')).toBeTruthy()
  await write('Texto', '# Termos\n\n- um <b>')
  expect(server.bodiesOf(previewDocumentCall)).toEqual([
    { document: '<h2>Termos</h2>\n<ul><li>um &lt;b&gt;</li></ul>' },
  ])
  expect(screen.getByText('Oi')).toBeTruthy()
  expect(document.querySelector('article img, article script')).toBeNull()
  expect((window as { ran?: boolean }).ran).toBeUndefined()
  fireEvent.input(screen.getByLabelText('Texto'), { target: { value: 'outro' } })
  expect(screen.getByText('Atualizando a prévia…')).toBeTruthy()
  await pause()
  expect(screen.getByText('Retirado por não ser permitido: script, onclick.')).toBeTruthy()
  expect(screen.getByText(hash)).toBeTruthy()
})

test('a text that is empty after sanitizing shows an error in the preview', async () => {
  const message = 'O documento ficou sem texto depois de retirado o que não é permitido.'
  await show('/documentos/novo', answer(previewDocumentCall, refusal('consent.empty')))
  fireEvent.click(screen.getByRole('radio', { name: /HTML/ }))
  await write('Texto', '<script>x</script>')
  expect(screen.getByText(message)).toBeTruthy()
})

test('publishing requires every field and a second press; a version that exists is an error under its field', async () => {
  const message = 'Esta versão já foi publicada.'
  const answers = [
    answer(previewDocumentCall, { document: '<p>Regras.</p>', document_hash: hash, removed: [] }),
    answer(publishDocumentCall, refusal('consent.version-taken'), { ...ofPromotion, version: '3.0' }),
    answer(staffListCampaignsCall, refusal('session.not-allowed')),
  ]
  await show('/documentos/novo?kind=promotion_regulation', ...answers)
  await press('Publicar')
  await press('Confirmar: pôr em vigor')
  expect(screen.getByText('Este campo é requerido')).toBeTruthy()
  expect(screen.getAllByText('Este campo não pode estar vazio')).toHaveLength(2)
  expect(server.bodiesOf(publishDocumentCall)).toEqual([])
  cleanup()
  await show('/documentos/novo?kind=promotion_regulation&scope=natal-no-ipe&version=2.0', ...answers)
  await write('Texto', 'Regras.')
  await press('Publicar')
  await press('Confirmar: pôr em vigor')
  const body = { kind: 'promotion_regulation', scope: 'natal-no-ipe', document: '<p>Regras.</p>' }
  expect(server.bodiesOf(publishDocumentCall)).toEqual([{ ...body, version: '2.0' }])
  expect(screen.getByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Versão'))
  await write('Versão', '3.0')
  await press('Publicar')
  await press('Confirmar: pôr em vigor')
  expect(server.bodiesOf(publishDocumentCall).at(-1)).toEqual({ ...body, version: '3.0' })
  expect(heading()).toBe('Documentos')
})

test('a new version can start from the one in force, which never overwrites text typed meanwhile', async () => {
  await show(
    '/documentos/novo?kind=loyaltyclub_terms',
    answer(previewDocumentCall, { document: '<p>Os termos.</p>', document_hash: hash, removed: [] }),
    termsInForce('<h2>Um</h2><p>Os termos.</p>'),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Começar do texto em vigor' }))
  await write('Texto', 'O meu.')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Texto').value).toBe('O meu.')
  await write('Texto', '')
  await press('Começar do texto em vigor')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Texto').value).toBe('<h2>Um</h2>\n<p>Os termos.</p>')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /HTML/ }).checked).toBe(true)
})
