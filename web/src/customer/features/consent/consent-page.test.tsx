import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../testing/fake-server.ts'
import { samples } from '../../../testing/samples.ts'
import { heading, server } from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'

setUpShopperScreens()

const requested = () => server.requests.map(({ params, query }) => [params, query])

test('an older version of a document is requested by its number and marked as outdated', async () => {
  server.respond(readConsentDocumentCall, {
    ...samples.consent,
    state: 'inactive',
    created_at: '2025-01-10T15:00:00Z',
    version: '1.0',
    document: '<p>Antigo</p><script>x()</script>',
  })
  await openPage('/documentos/loyaltyclub_terms?version=1.0')
  expect(requested()).toEqual([[{ kind: 'loyaltyclub_terms' }, { version: '1.0' }]])
  await waitFor(() =>
    expect(screen.getAllByRole('paragraph').map(({ textContent }) => textContent)).toEqual([
      'ESTE DOCUMENTO ESTÁ DESATUALIZADO',
      'Última alteração: 10 de janeiro de 2025',
      'Versão do documento: 1.0',
      'Antigo',
    ]),
  )
  expect(heading()).toBe('Termos de adesão ao clube')
})

test('a document that was never published shows an error without a retry', async () => {
  server.respond(readConsentDocumentCall, refusal('consent.unknown-document'))
  await openPage('/documentos/sac')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Documento não encontrado.'))
  expect(screen.queryByRole('button')).toBeNull()
})

test('a document kind that does not exist is not requested', async () => {
  await openPage('/documentos/outro')
  expect(screen.getByText('Documento não encontrado.')).toBeTruthy()
  expect(server.requests).toEqual([])
})

test('a promotion’s own document is requested by the promotion’s scope', async () => {
  server.respond(readConsentDocumentCall, samples.consent)
  await openPage('/documentos/promotion_regulation?version=1.0&scope=natal-no-ipe')
  expect(requested()).toEqual([[{ kind: 'promotion_regulation' }, { version: '1.0', scope: 'natal-no-ipe' }]])
})
