import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { drawScratchCardCall, listMyScratchCardsCall } from '@clube/contract/scratch-card/calls.ts'
import { findDeckErrors } from '@clube/contract/scratch-card/deck-publication.ts'
import { nodeHash } from '@clube/contract/scratch-card/deck.testing.ts'
import { parseDrawLine } from '@clube/contract/scratch-card/draw-chain.ts'
import { drawsFile, readDeckPublicationCall } from '@clube/contract/scratch-card/publication-calls.ts'
import { expect, test } from 'vitest'
import { useClub } from '../../src/testing/club.ts'
import { demonstrationCodes } from './scratch-card.ts'

const club = useClub()

const campaignOf = async (slug: string) => {
  const read = await club.browser().send(readCampaignCall, { params: { slug } })
  if (!read.ok) throw new Error(read.message)
  return read.data
}

test('the demonstration’s ended promotion is revealed, with draws and daily heads that verify', async () => {
  const { campaign_id, state } = await campaignOf('raspadinha-da-primavera')
  expect(state).toBe('ended')
  const published = await club.browser().send(readDeckPublicationCall, { query: { campaign_id } })
  if (!published.ok || published.data.seed === null) throw new Error('The deck is not revealed')
  const { seed, ...publication } = published.data
  const file = await fetch(club.url + filePath(drawsFile, { campaign_id }))
  const draws = (await file.text()).trim().split('\n').map(parseDrawLine)
  const valid = draws.filter((draw) => draw !== null)
  expect(valid).toHaveLength(24)
  expect(draws).toEqual(valid)
  expect(publication.heads.length).toBeGreaterThan(10)
  expect(findDeckErrors(nodeHash, { ...publication, seed }, valid)).toEqual([])
})

const signIn = async ({ document_id, password }: { document_id: string; password: string }) => {
  const browser = club.browser()
  const account = { document_id, terms_id: 'shd_auth_terms' }
  await browser.send(checkAccountCall, { body: account })
  await browser.send(signInWithPasswordCall, { body: { ...account, password } })
  return browser
}

test('Beatriz has a card from the desk to scratch, cards with and without a prize, a prize that waits and a delivered one', async () => {
  const browser = await signIn(club.personas.beatriz)
  const mine = await browser.send(listMyScratchCardsCall)
  if (!mine.ok) throw new Error(mine.message)
  expect(mine.data.waiting).toMatchObject([{ campaign_title: 'Raspadinha da sorte' }])
  expect(mine.data.drawn.map(({ prize, award }) => [prize?.title, award?.state])).toEqual([
    ['Par de ingressos de cinema', 'pending'],
    [undefined, undefined],
    [undefined, undefined],
    ['Café com bolo', 'delivered'],
  ])
})

test('the desk of the demonstration delivered a prize today', async () => {
  const deliveries = await club.database.db
    .selectFrom('scratch_delivery')
    .select(['delivered_at', 'undone_at'])
    .orderBy('delivered_at', 'desc')
    .execute()
  expect(deliveries).toHaveLength(2)
  expect(Date.now() - (deliveries[0]?.delivered_at.getTime() ?? 0)).toBeLessThan(24 * 3_600_000)
})

test('a visitor of the demonstration draws R$ 1.000 with the first known code, and nothing with the second', async () => {
  const { campaign_id, cd_identificador } = await campaignOf('raspadinha-da-sorte')
  const browser = await signIn(club.personas.maria)
  const draw = async (alphanumero: string) => {
    const started = await browser.send(startTransactionCall, { body: { campaign_id, kind: 'scratch_card' } })
    if (!started.ok) throw new Error(started.message)
    const { transaction_id: transacao_id } = started.data
    const drawn = await browser.send(drawScratchCardCall, {
      body: { alphanumero, cd_identificador, transacao_id },
    })
    if (!drawn.ok) throw new Error(drawn.message)
    return drawn.data.prize?.title ?? null
  }
  expect(await draw(demonstrationCodes[0])).toBe('Vale-compras de R$ 1.000')
  expect(await draw(demonstrationCodes[1])).toBeNull()
})
