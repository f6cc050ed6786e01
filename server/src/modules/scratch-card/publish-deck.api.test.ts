import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { findDeckErrors } from '@clube/contract/scratch-card/deck-publication.ts'
import { parseDrawLine } from '@clube/contract/scratch-card/draw-chain.ts'
import {
  deckFile,
  drawsFile,
  readDeckPublicationCall,
} from '@clube/contract/scratch-card/publication-calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { nodeHash } from './node-hash.ts'
import { publishDecks } from './publish-deck.ts'
import { dataOf, useScratchClub } from './scratch-club.testing.ts'

const club = useScratchClub()
const dayMs = 24 * 3_600_000
const verifier = join(import.meta.dirname, '../../../../tools/scratch-verifier/verify-scratch-deck.mjs')

const publication = (campaign_id: string) =>
  club.visitor().send(readDeckPublicationCall, { query: { campaign_id } })
const download = (file: typeof deckFile | typeof drawsFile, campaign_id: string) =>
  fetch(club.url + filePath(file, { campaign_id }))

/**
 * Runs the stand-alone verifier in a folder that contains nothing but its input.
 * @param saved a copy of the deck file from before the end, then a number and a head
 */
const verify = (deck: string, draws: string, [copy, ...typed]: readonly string[] = []) => {
  const folder = mkdtempSync(join(tmpdir(), 'scratch-'))
  copyFileSync(verifier, join(folder, 'verify.mjs'))
  writeFileSync(join(folder, 'deck.json'), deck)
  writeFileSync(join(folder, 'draws.txt'), draws)
  if (copy !== undefined) writeFileSync(join(folder, 'earlier.json'), copy)
  const saved = copy === undefined ? [] : ['earlier.json', ...typed]
  const { stdout, stderr } = spawnSync(process.execPath, ['verify.mjs', 'deck.json', 'draws.txt', ...saved], {
    cwd: folder,
    encoding: 'utf8',
    env: {},
  })
  rmSync(folder, { recursive: true })
  return stdout + stderr
}

test('a deck is published without its seed when it is sealed, its heads daily, and its seed and draws after the end, and the verifier accepts them', async () => {
  const campaign = await club.newCampaign()
  dataOf(await club.prepare(campaign.id))
  expect(await publication(campaign.id)).toMatchObject({ status: 404, code: 'campaigns.unknown' })
  expect((await download(deckFile, campaign.id)).status).toBe(404)
  const { commitment } = dataOf(await club.prepare(campaign.id))
  dataOf(await club.seal(campaign.id, commitment))
  expect(dataOf(await publication(campaign.id))).toMatchObject({
    commitment,
    seed: null,
    heads: [],
    cards: 240,
  })
  const atStart = await download(deckFile, campaign.id)
  expect(atStart.headers.get('cache-control')).toBe('no-store')
  const firstCopy = await atStart.text()
  expect(JSON.parse(firstCopy)).toMatchObject({ commitment, seed: null, heads: [] })

  for (let day = 0; day < 3; day += 1) {
    for (const code of await club.codes(campaign.id, 4))
      dataOf(await club.play(await club.join(), campaign, code))
    for (let pass = 0; pass < 2; pass += 1) await publishDecks(club.scratchDeps)
    club.clock.advance(dayMs)
  }
  const running = dataOf(await publication(campaign.id))
  expect(running.heads.map(({ draws }) => draws)).toEqual([4, 8, 12])
  expect(running.seed).toBeNull()
  const copy = await (await download(deckFile, campaign.id)).text()
  expect(JSON.parse(copy)).toEqual(running)
  expect((await download(drawsFile, campaign.id)).status).toBe(404)

  const [last = '', late = ''] = await club.codes(campaign.id, 2)
  const card = dataOf(await club.play(await club.join(), campaign, last))
  const person = await club.join()
  const transacao_id = await club.start(person, campaign.id)
  const body = { campaign_id: campaign.id, event: 'end' as const }
  dataOf(await club.staff('ana', 'marketing').send(changeCampaignCall, { body }))
  for (let pass = 0; pass < 2; pass += 1) await publishDecks(club.scratchDeps)
  const { cd_identificador } = campaign
  expect(await club.draw(person, { alphanumero: late, cd_identificador, transacao_id })).toMatchObject({
    code: 'campaigns.ended',
  })

  const revealed = dataOf(await publication(campaign.id))
  const { seed } = revealed
  if (seed === null) throw new Error('The seed was not published')
  expect(revealed).toEqual({ ...running, seed, heads: [...running.heads, revealed.heads[3]] })
  const deck = await (await download(deckFile, campaign.id)).text()
  const draws = await (await download(drawsFile, campaign.id)).text()
  expect(JSON.parse(deck)).toEqual(revealed)
  const parsed = draws.trimEnd().split('\n').map(parseDrawLine)
  expect(parsed).toHaveLength(13)
  expect(
    findDeckErrors(
      nodeHash,
      { ...revealed, seed },
      parsed.flatMap((draw) => draw ?? []),
    ),
  ).toEqual([])
  const accepted = 'Tudo confere: 240 cartões, 13 sorteios.\n'
  expect(verify(deck, draws)).toContain(accepted)
  expect(verify(deck, draws, [firstCopy])).toContain(accepted)
  expect(verify(deck, draws, [copy, String(card.position), card.head])).toContain(accepted)
  expect(verify(deck, draws, [copy, '12', card.head])).toContain('NÃO CONFERE')
  expect(verify(deck, draws, [copy.replace(commitment, card.head)])).toContain('NÃO CONFERE')
  expect(verify(deck, draws.replace(/ \d+ /, ' 0 '))).toContain('NÃO CONFERE')
})

test('the seed of a paused campaign stays secret, and published heads cannot be changed', async () => {
  const campaign = await club.sealedCampaign()
  await publishDecks(club.scratchDeps)
  const body = { campaign_id: campaign.id, event: 'pause' as const }
  dataOf(await club.staff('ana', 'marketing').send(changeCampaignCall, { body }))
  await publishDecks(club.scratchDeps)
  const { seed, heads, commitment } = dataOf(await publication(campaign.id))
  expect(seed).toBeNull()
  expect(heads).toMatchObject([{ draws: 0, head: commitment }])
  await expect(sql`update scratch_head set draws = 1`.execute(club.database.db)).rejects.toThrow(
    'published heads never change',
  )
})
