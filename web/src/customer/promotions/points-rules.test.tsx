import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { samples } from '../../testing/samples.ts'
import { linkTo, server } from '../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../testing/shopper-screen.tsx'
import { PointsUses } from './points-rules.tsx'

setUpShopperScreens()

const empty = 'Nenhuma promoção aceita pontos no momento; quando alguma aceitar, ela aparece aqui.'

const consent = { ...samples.consent, kind: 'loyaltyclub_regulation' as const }
const openRegulation = () =>
  openPage('/documentos/loyaltyclub_regulation', { points: { cents_per_point: 250, lifetime_days: 1 } })

test('the club’s regulation shows the configured rate and validity of points', async () => {
  server.respond(readConsentDocumentCall, consent)
  await openRegulation()
  expect(await screen.findByText(empty)).toBeTruthy()
  const values = [...document.querySelectorAll('dd')].map(({ textContent }) => textContent)
  expect(values).toEqual([
    expect.stringMatching(/^1 ponto a cada R\$\s2,50 em notas aprovadas$/),
    '1 dia a partir do dia em que entram no saldo',
  ])
})

test('an outdated regulation does not show the current points rules', async () => {
  server.respond(readConsentDocumentCall, { ...consent, state: 'inactive' })
  await openRegulation()
  expect(await screen.findByText('ESTE DOCUMENTO ESTÁ DESATUALIZADO')).toBeTruthy()
  expect(screen.queryByText('Como funcionam os pontos')).toBeNull()
})

test('what points can buy is shown as a list of links, with a message only when the loaded list is empty', () => {
  const { rerender } = render(<PointsUses uses={undefined} />)
  expect(screen.queryByText(empty)).toBeNull()
  rerender(<PointsUses uses={[{ href: '/promocoes/ecobag', title: 'Ecobag', text: '300 pontos' }]} />)
  expect(linkTo(/Ecobag.*300 pontos/)).toBe('/promocoes/ecobag')
  expect(screen.queryByText(empty)).toBeNull()
  rerender(<PointsUses uses={[]} />)
  expect(screen.getByText(empty)).toBeTruthy()
})
