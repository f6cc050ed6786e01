import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { staffListCampaignsCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { listRegulationChangesCall } from '@clube/contract/campaigns/regulation-calls.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import {
  previewDocumentCall,
  publishDocumentCall,
  staffListDocumentsCall,
} from '@clube/contract/consent/staff-calls.ts'
import { respond, refusal } from '../testing/fake-server.ts'
import { samples } from '../testing/samples.ts'
import {
  confirm,
  change,
  choose,
  expectFieldError,
  expectText,
  fieldValue,
  heading,
  press,
  server,
  settle,
  type,
} from '../testing/screen-test.tsx'
import { campaign, documents, regulationChange, returnedExtension } from '../testing/staff-samples.ts'
import { openAs, rows, setUpStaffScreens } from '../testing/staff-screen.tsx'

const [{ document_hash: hash }, , promotionDocument] = documents

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
  respond(readConsentDocumentCall, { ...samples.consent, version: '1.0', document })
/** The preview of a document, from which the server removed these elements. */
const preview = (document: string, ...removed: string[]) =>
  respond(previewDocumentCall, { document, document_hash: hash, removed })
const publish = async (version: string) => {
  await press('Publicar')
  await type(`Para confirmar, digite ${version}`, version)
  await confirm('Confirmar: publicar')
}

setUpStaffScreens()
// A fake clock does not wait for lazily loaded code.
beforeAll(async () => void (await import('../parts/consent-view/sanitize-html.ts')))
beforeEach(() => void vi.useFakeTimers())

test('the documents desk lists versions in force, without technical terms; a filter shows outdated ones', async () => {
  await openAs('marketing', '/documentos')
  expect(rows().slice(1)).toEqual([
    'Termos de adesão ao clube1.0Em vigor21/11/2026, 09:00',
    'Regulamento da promoção/promocoes/natal-no-ipe2.0Em vigor21/11/2026, 09:00',
  ])
  change('Situação', 'inactive')
  expect(rows()[1]).toContain('0.9Desatualizada')
})

test('an opened document version has a URL, which a reload, a link and going back open again', async () => {
  await openAs('marketing', '/documentos', termsInForce('<p>Os termos.</p>'))
  await press(/Termos de adesão/)
  expectText('Os termos.')
  expectText(hash)
  const url = window.location.pathname + window.location.search
  expect(url).toBe('/equipe/documentos?kind=loyaltyclub_terms&version=1.0')
  await press('Fechar')
  expect(screen.queryByText('Os termos.')).toBeNull()
  expect(window.location.search).toBe('')
  act(() => window.history.back())
  await vi.waitFor(() => expect(window.location.search).toContain('version=1.0'))
  await settle()
  expectText('Os termos.')
  cleanup()
  await openAs('marketing', url.replace('/equipe', ''), termsInForce('<p>Os termos.</p>'))
  expectText('Os termos.')
  expectText(hash)
})

test('plain text is previewed as it will be published, without running scripts in it', async () => {
  const hostile = '<p>Oi</p><img src="x" onerror="window.ran = true"><script>window.ran = true</script>'
  await openAs('marketing', '/documentos/novo?kind=loyaltyclub_terms', preview(hostile, 'script', 'onclick'))
  expectText('Em vigor: versão 1.0')
  await write('Texto', '# Termos\n\n- um <b>')
  expect(server.bodiesOf(previewDocumentCall)).toEqual([
    { document: '<h2>Termos</h2>\n<ul><li>um &lt;b&gt;</li></ul>' },
  ])
  expectText('Oi')
  expect(document.querySelector('article img, article script')).toBeNull()
  expect((window as { ran?: boolean }).ran).toBeUndefined()
  fireEvent.input(screen.getByLabelText('Texto'), { target: { value: 'outro' } })
  expectText('Atualizando a prévia…')
  await pause()
  expectText('Retirado por não ser permitido: script, onclick.')
  expectText(hash)
})

test('a document that is empty after sanitizing shows an error in the preview', async () => {
  await openAs('marketing', '/documentos/novo', respond(previewDocumentCall, refusal('consent.empty')))
  choose(/HTML/)
  await write('Texto', '<script>x</script>')
  expectText('O documento ficou sem texto depois de retirado o que não é permitido.')
})

test('publishing a document requires every field and a confirmation, and an existing version shows an error under its field', async () => {
  const responses = [
    preview('<p>Regras.</p>'),
    respond(publishDocumentCall, refusal('consent.version-taken'), { ...promotionDocument, version: '3.0' }),
    respond(staffListCampaignsCall, refusal('session.not-allowed')),
  ]
  const path = '/documentos/novo?kind=promotion_regulation'
  await openAs('marketing', path, ...responses)
  await press('Publicar')
  expect(screen.queryByRole('button', { name: /^Confirmar/ })).toBeNull()
  expectText('Este campo é requerido')
  expect(screen.getAllByText('Este campo não pode estar vazio')).toHaveLength(2)
  expect(server.bodiesOf(publishDocumentCall)).toEqual([])
  cleanup()
  await openAs('marketing', `${path}&scope=natal-no-ipe&version=2.0`, ...responses)
  await write('Texto', 'Regras.')
  await publish('2.0')
  const body = { kind: 'promotion_regulation', scope: 'natal-no-ipe', document: '<p>Regras.</p>' }
  expect(server.bodiesOf(publishDocumentCall)).toEqual([{ ...body, version: '2.0' }])
  expectFieldError('Versão', 'Esta versão já foi publicada.')
  await write('Versão', '3.0')
  await publish('3.0')
  expect(server.bodiesOf(publishDocumentCall).at(-1)).toEqual({ ...body, version: '3.0' })
  expect(heading()).toBe('Documentos')
})

test('a document version that was not proposed yet for its approved campaign has a link to the campaign', async () => {
  const unsigned = { ...promotionDocument, version: '2.1', state: 'pending' as const }
  const running = { ...campaign, slug: 'natal-no-ipe', state: 'active' as const }
  const responses = [
    respond(staffListDocumentsCall, [unsigned]),
    respond(staffListCampaignsCall, [running]),
    respond(listRegulationChangesCall, [{ ...regulationChange, version: '2.0' }]),
  ] as const
  await openAs('marketing', '/documentos', ...responses)
  expectText('Falta propor')
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Propor a versão 2.1' })
  expect(link.pathname).toBe(`/equipe/promocoes/${campaign.campaign_id}`)
  cleanup()
  const proposed = respond(listRegulationChangesCall, [{ ...regulationChange, version: '2.1' }])
  await openAs('marketing', '/documentos', ...responses, proposed)
  expectText('Espera a assinatura')
  cleanup()
  const draft = respond(staffListCampaignsCall, [{ ...running, state: 'draft' }])
  await openAs('marketing', '/documentos', ...responses, draft)
  expectText('Espera a assinatura')
})

test('a returned document version is marked in the list, and shows the reason and a link to the campaign when opened', async () => {
  const unsigned = { ...promotionDocument, version: '2.1', state: 'pending' as const }
  const responses = [
    respond(staffListDocumentsCall, [unsigned]),
    respond(staffListCampaignsCall, [{ ...campaign, slug: 'natal-no-ipe', state: 'active' }]),
    respond(readConsentDocumentCall, { ...samples.consent, version: '2.1', state: 'pending' }),
  ] as const
  const promotion = `/equipe/promocoes/${campaign.campaign_id}`
  const notice = () => within(screen.getByRole('dialog'))
  const path = '/documentos?kind=promotion_regulation&scope=natal-no-ipe&version=2.1'
  const returned = { ...returnedExtension, version: '2.1' }
  await openAs('marketing', path, ...responses, respond(listRegulationChangesCall, [returned]))
  expectText('Devolvida')
  expect(notice().getByText(`Devolvida: ${returned.review_note}`)).toBeTruthy()
  expect(notice().getByRole<HTMLAnchorElement>('link').pathname).toBe(promotion)
  cleanup()
  await openAs('marketing', path, ...responses, respond(listRegulationChangesCall, []))
  expect(notice().getByText('Falta propor esta versão para a promoção.')).toBeTruthy()
  expect(notice().getByRole<HTMLAnchorElement>('link').pathname).toBe(promotion)
  cleanup()
  const proposed = { ...regulationChange, version: '2.1' }
  await openAs('marketing', path, ...responses, respond(listRegulationChangesCall, [proposed, returned]))
  expect(notice().getByText('Espera a segunda assinatura.')).toBeTruthy()
})

test('a new document version can start from the one that awaits its signature', async () => {
  const unsigned = { ...promotionDocument, version: '2.1', state: 'pending' as const }
  await openAs(
    'marketing',
    '/documentos/novo?kind=promotion_regulation&scope=natal-no-ipe',
    respond(staffListDocumentsCall, [unsigned, promotionDocument]),
    preview('<p>As regras.</p>'),
    respond(readConsentDocumentCall, { ...samples.consent, version: '2.1', document: '<p>As regras.</p>' }),
  )
  expectText('Espera a assinatura: versão 2.1')
  expectText('Em vigor: versão 2.0')
  await press('Começar do texto da versão 2.1')
  expect(fieldValue('Texto')).toBe('<p>As regras.</p>')
})

test('a new document version can start from the one in force, which never overwrites text typed while it loads', async () => {
  await openAs(
    'marketing',
    '/documentos/novo?kind=loyaltyclub_terms',
    preview('<p>Os termos.</p>'),
    termsInForce('<h2>Um</h2><p>Os termos.</p>'),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Começar do texto em vigor' }))
  await write('Texto', 'O meu.')
  expect(fieldValue('Texto')).toBe('O meu.')
  await write('Texto', '')
  await press('Começar do texto em vigor')
  expect(fieldValue('Texto')).toBe('<h2>Um</h2>\n<p>Os termos.</p>')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /HTML/ }).checked).toBe(true)
})
