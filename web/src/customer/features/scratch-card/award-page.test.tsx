import { listMyAwardsCall, type ScratchAward } from '@clube/contract/scratch-card/award-calls.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { syncServerTime } from '../../../platform/clock/server-clock.ts'
import { sampleNow } from '../../../testing/samples.ts'
import { pendingAward, pointsAward } from '../../../testing/scratch-award-samples.ts'
import { expectText, linkTo, server } from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'
import { awardEntriesOf, awardItem, awardsSummary } from './award-item.ts'

setUpShopperScreens()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(sampleNow), toFake: ['Date'] })
  syncServerTime(sampleNow)
})

const open = (changes: Partial<ScratchAward> = {}) => {
  server.respond(listMyAwardsCall, [{ ...pendingAward, ...changes }])
  return openPage(`/raspadinhas/premios/${pendingAward.award_id}`)
}
const queryCode = () => screen.queryByRole('img', { name: 'QR Code do prêmio' })
const now = Date.parse(sampleNow)

test('a prize to pick up shows its code, its place, its deadline and what the desk requires', async () => {
  await open({ needs_signature: true })
  expectText(pendingAward.short_code ?? '')
  expectText('Balcão do Piso 1, ao lado da escada rolante')
  expectText(/^Retire até .* \(faltam \d+ dias\)$/)
  expectText(/conferimos a sua data de nascimento.*a partir de 18 anos\. Você assina a retirada na tela\.$/)
  expect(screen.queryByRole('link', { name: /Recibo/ })).toBeNull()
})

test('a prize that requires a full account states that', async () => {
  await open({ needs_account: true })
  expectText('Para retirar este prêmio, complete antes o seu cadastro com uma senha. O balcão ajuda você.')
})

test('a delivered prize has no QR code, and its receipt in both formats', async () => {
  await open({ state: 'delivered', delivered_at: '2026-11-20T18:30:00Z' })
  expectText('Entregue em sex., 20 de nov., 15h30')
  expect(queryCode()).toBeNull()
  const receiptOf = (format: string) =>
    `/api/marketing/promotion/scratch-card/awards/${pendingAward.award_id}/${format}/recibo.pdf`
  expect(linkTo('Recibo em PDF')).toBe(receiptOf('a4'))
  expect(linkTo('Recibo para bobina de 80 mm')).toBe(receiptOf('80mm'))
})

test.each([
  ['expired', { expires_at: '2026-11-18T15:00:00Z' }, /^O prazo de retirada terminou em qua\., 18 de nov\./],
  ['cancelled', {}, 'Cancelado'],
] as const)('a prize that is %s has neither code nor receipt', async (state, changes, message) => {
  await open({ ...changes, state })
  expectText(message)
  expect(queryCode()).toBeNull()
  expect(screen.queryByRole('link', { name: /Recibo/ })).toBeNull()
})

test('won points link to the balance and have no code', async () => {
  server.respond(listMyAwardsCall, [pointsAward])
  await openPage(`/raspadinhas/premios/${pointsAward.award_id}`)
  expectText(/^No seu saldo de pontos desde /)
  expect(linkTo('Ver meus pontos')).toBe('/pontos')
  expect(queryCode()).toBeNull()
})

test.each([
  [
    'its participation',
    pendingAward.transaction_id,
    `/atendimento/novo/participacao/${pendingAward.transaction_id}`,
  ],
  [
    'its promotion where an older server does not name the participation',
    undefined,
    `/atendimento/novo/promocao/${pendingAward.campaign_id}`,
  ],
])('help with a prize is about %s', async (_what, transaction_id, path) => {
  await open({ transaction_id })
  expect(linkTo(`Preciso de ajuda: prêmio ${pendingAward.prize.title}`)).toBe(path)
})

test('another customer’s prize is not shown', async () => {
  await open({ award_id: pointsAward.award_id })
  expectText('Este prêmio não está entre os seus.')
})

test('Meus prêmios lists each prize with its state', async () => {
  server.respond(listMyAwardsCall, [pendingAward, pointsAward])
  await openPage('/raspadinhas/premios')
  expectText('Par de ingressos de cinema')
  expectText('Para retirar')
  expectText('Entregue')
})

test('the Carteira counts the prizes to pick up, with the next deadline', () => {
  expect(awardsSummary([pointsAward], now)).toBeNull()
  const later = { ...pendingAward, expires_at: '2027-02-01T03:00:00.000Z' }
  expect(awardsSummary([later, pendingAward, pointsAward], now)).toMatch(/^2 prêmios, até .*19 de jan\./)
  // This device's copy may be older than the deadline.
  const expired = { ...pendingAward, expires_at: '2026-11-20T03:00:00.000Z' }
  expect(awardItem(expired, now)).toMatchObject({ stage: 'past', validity: null })
})

test('a prize is shown on the home page in its last three days, with a countdown in the last hour', () => {
  const hourMs = 3_600_000
  const endingIn = (hours: number) => ({
    ...pendingAward,
    expires_at: new Date(now + hours * hourMs).toISOString(),
  })
  expect(awardEntriesOf([endingIn(73), pointsAward, endingIn(-1)], now)).toEqual([])
  expect(awardEntriesOf([endingIn(72)], now)).toMatchObject([
    { title: 'Retire o seu prêmio da raspadinha', until: null },
  ])
  const ending = endingIn(1)
  expect(awardEntriesOf([ending], now)).toMatchObject([{ until: ending.expires_at }])
})
