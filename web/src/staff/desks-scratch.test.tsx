import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { readBoardCall } from '@clube/contract/scratch-card/board-calls.ts'
import { prepareDeckCall, readDeckCall, sealDeckCall } from '@clube/contract/scratch-card/deck-calls.ts'
import { formatCents } from '@clube/contract/kernel/money.ts'
import { refusal, respond } from '../testing/fake-server.ts'
import { confirm, expectText, expectToast, heading, press, server, type } from '../testing/screen-test.tsx'
import { campaignDeck, marketingBoard, preparedDeck, sealedDeck } from '../testing/scratch-desk-samples.ts'
import { openAs, rows, setUpStaffScreens } from '../testing/staff-screen.tsx'

const { campaign_id } = campaignDeck
const deck = `/raspadinhas/baralho/${campaign_id}`
const board = `/raspadinhas/painel/${campaign_id}`
const reading = (changes: Partial<typeof campaignDeck>) =>
  respond(readDeckCall, { ...campaignDeck, ...changes })
const tabs = () =>
  [...screen.getByRole('navigation', { name: 'Raspadinhas' }).querySelectorAll('a')].map(
    ({ textContent }) => textContent,
  )
const lastCharacters = /Os últimos 8 caracteres do resumo/
const openSeal = () => press('Lacrar baralho')

setUpStaffScreens()
beforeEach(() => void vi.useFakeTimers())

test('the scratch-card desk opens its first tab and lists campaigns with the state of their decks', async () => {
  await openAs('approver', '/raspadinhas')
  expect(heading()).toBe('Raspadinhas: Baralho')
  expect(rows().slice(1)).toEqual([
    'Raspou, ganhouAgendadaPreparado, sem lacre5.0000',
    'Semana da CriançaNo arLacrado2.000612',
    'Volta às aulasAgendadaA preparar1.0000',
  ])
})

test('an auditor cannot prepare the deck of a campaign and sees that marketing does it', async () => {
  await openAs('auditor', deck, reading({ deck: null }))
  expect(screen.queryByRole('button', { name: 'Preparar baralho' })).toBeNull()
  expectText('Quem prepara é o Marketing.')
})

test('preparing a deck tells marketing that another person seals it', async () => {
  await openAs('marketing', deck, reading({ deck: null }))
  server.respond(readDeckCall, { ...campaignDeck, deck: { ...preparedDeck, is_own: true } })
  await press('Preparar baralho')
  expect(server.bodiesOf(prepareDeckCall)).toEqual([{ campaign_id }])
  expectText(/Você preparou este baralho: quem lacra é outra pessoa/)
  expect(screen.queryByRole('button', { name: 'Lacrar baralho' })).toBeNull()
})

test('the commitment of a deck is shown in sixteen groups of four characters', async () => {
  await openAs('approver', deck)
  const groups = [...screen.getByRole('group', { name: /Resumo/ }).children].map(
    ({ textContent }) => textContent,
  )
  expect(groups).toHaveLength(16)
  expect(groups.join('')).toBe(preparedDeck.commitment)
  expect(groups.at(-1)).toBe('e94f')
})

test('a deck is sealed only after the last eight characters of its commitment are typed, in any grouping and case', async () => {
  await openAs('approver', deck)
  await openSeal()
  await type(lastCharacters, '7b20 e94e')
  await confirm('Sim, lacrar')
  expectText('Não são os últimos 8 caracteres deste resumo. Compare de novo')
  expect(server.bodiesOf(sealDeckCall)).toEqual([])
  await type(lastCharacters, '7B20 E94F')
  server.respond(readDeckCall, { ...campaignDeck, deck: sealedDeck })
  await confirm('Sim, lacrar')
  expect(server.bodiesOf(sealDeckCall)).toEqual([{ campaign_id, commitment: preparedDeck.commitment }])
  expectText(/Bruno Lima/)
  expect(screen.getByRole('link', { name: 'Ver a página pública da prova' }).getAttribute('href')).toBe(
    '/raspadinha/raspou-ganhou/prova',
  )
})

test('the dialog that confirms the seal of a deck does not show the characters to type', async () => {
  await openAs('approver', deck)
  await openSeal()
  expect(screen.getByRole('dialog').textContent).not.toContain('e94f')
})

test('a deck that has been prepared again in the meantime is not sealed, and the page shows the new commitment', async () => {
  await openAs('approver', deck, respond(sealDeckCall, refusal('scratch-card.other-deck')))
  await openSeal()
  await type(lastCharacters, '7b20e94f')
  const commitment = `${'0'.repeat(60)}beef`
  server.respond(readDeckCall, { ...campaignDeck, deck: { ...preparedDeck, commitment, preparations: 2 } })
  await confirm('Sim, lacrar')
  expectToast('O baralho foi preparado de novo. Atualize a página e confira o resumo.')
  expectText(/Este baralho foi preparado 2 vezes/)
  expectText('beef')
})

test('marketing sees prizes by kind on the board of a scratch-card campaign, and an auditor sees each prize', async () => {
  await openAs('marketing', board, respond(readBoardCall, marketingBoard))
  expect(heading()).toBe('Raspadinhas: Painel')
  expect(rows()).toContain('Serviço20515')
  expect(document.body.textContent).not.toContain('Jantar para dois')
  expectText('Os prêmios ganhos são contados até ontem: os de hoje aparecem amanhã.')
  expect(rows()).toContain('Entregue280')
  expect(screen.queryByText('Valor')).toBeNull()
})

test('the board shows an auditor each prize, draws by day including days without draws, codes and awards', async () => {
  await openAs('auditor', board)
  expect(rows()).toContain(`Jantar para dois${formatCents(24_000)}20515`)
  expect(rows()).toContain('18/11/202600')
  expect(screen.queryByText(/contados até ontem/)).toBeNull()
  expect(rows()).toContain(`Entregue280${formatCents(401_500)}`)
  expect(screen.getByRole('img', { name: 'Raspadinhas por dia, de 15/11/2026 a 19/11/2026.' })).toBeTruthy()
})

test('the scratch-card desk shows only the tabs that the member has permission for', async () => {
  await openAs('auditor', '/raspadinhas')
  expect(tabs()).toEqual(['Baralho', 'Painel', 'Não entregues'])
  cleanup()
  await openAs('marketing', '/raspadinhas')
  expect(tabs()).toEqual(['Baralho', 'Códigos', 'Painel', 'Não entregues'])
  cleanup()
  await openAs('attendant', '/raspadinhas')
  expect(tabs()).toEqual(['Entregar prêmio', 'Dar raspadinha'])
})
