import { randomUUID } from 'node:crypto'
import {
  approveCodeBatchCall,
  codesCsvFile,
  codesSheetFile,
  listCodeBatchesCall,
  requestCodeBatchCall,
  reviewCodeBatchesCall,
  voidCodeBatchCall,
  voidScratchCodeCall,
} from '@clube/contract/scratch-card/batch-calls.ts'
import { filePath, type ServedFile } from '@clube/contract/kernel/served-file.ts'
import { parseScratchCode } from '@clube/contract/scratch-card/scratch-code.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { TestBrowser } from '../../testing/browser.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { searchAudit } from '../audit/index.ts'
import { findDeck } from './deck-store.ts'
import { dataOf, useScratchClub } from './scratch-club.testing.ts'

const club = useScratchClub()
const ana = () => club.staff('ana', 'marketing')
const bia = () => club.staff('bia', 'approver')

const request = (campaign_id: string, count: number, batch_id: string = randomUUID(), staff = ana()) =>
  staff.send(requestCodeBatchCall, { body: { batch_id, campaign_id, count, purpose: 'Quiosque do Piso 2' } })
const approve = (batch_id: string, staff = bia()) => staff.send(approveCodeBatchCall, { body: { batch_id } })
const voidBatch = (batch_id: string) =>
  ana().send(voidCodeBatchCall, { body: { batch_id, reason: 'O arquivo se perdeu.' } })
const voidCode = (campaign_id: string, code: string) =>
  ana().send(voidScratchCodeCall, { body: { campaign_id, code, reason: 'Cartela rasgada.' } })
const list = async (campaign_id: string) =>
  dataOf(await ana().send(listCodeBatchesCall, { query: { campaign_id } }))

const download = async (file: ServedFile, batch_id: string, browser: TestBrowser = ana()) => {
  const response = await fetch(club.url + filePath(file, { batch_id }), {
    headers: {
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'sec-fetch-site': 'same-origin',
    },
  })
  const content = Buffer.from(await response.arrayBuffer())
  const code = response.ok ? null : (JSON.parse(content.toString('utf8')) as { code: string }).code
  return { status: response.status, type: response.headers.get('content-type'), content, code }
}

const approved = async (campaign_id: string, count: number): Promise<string> => {
  const { batch_id } = dataOf(await request(campaign_id, count))
  dataOf(await approve(batch_id))
  return batch_id
}

const csvCodes = (content: Buffer): string[] =>
  content
    .toString('utf8')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(';')[0] ?? '')

const auditActionsOf = async (batch_id: string) => {
  const { lines } = await searchAudit(club.database.db, {
    subject_ids: [batch_id],
    from: undefined,
    to: undefined,
    cursor: null,
    limit: 20,
  })
  return lines.map(({ action }) => action)
}

describe('batches of scratch-card codes', () => {
  test('a batch is requested by one member, approved by another, and its codes draw cards', async () => {
    const campaign = await club.sealedCampaign()
    const requested = dataOf(await request(campaign.id, 3))
    expect(requested).toMatchObject({
      state: 'requested',
      count: 3,
      purpose: 'Quiosque do Piso 2',
      requested_by: 'Nome de ana',
      is_own: true,
    })
    const { batch_id } = requested
    expect(dataOf(await bia().send(reviewCodeBatchesCall)).map((each) => each.batch_id)).toContain(batch_id)
    expect(await download(codesCsvFile, batch_id)).toMatchObject({
      status: 409,
      code: 'scratch-card.not-approved',
    })
    // The second signature needs its own permission, which those who request batches lack.
    expect(await approve(batch_id, club.staff('carla', 'marketing'))).toMatchObject({ status: 403 })
    expect(await approve(batch_id, club.staff('ana', 'approver'))).toMatchObject({
      status: 403,
      code: 'scratch-card.own-batch',
    })
    expect(dataOf(await approve(batch_id))).toMatchObject({ state: 'approved', approved_by: 'Nome de bia' })
    expect(dataOf(await approve(batch_id))).toMatchObject({ state: 'approved' })
    expect(await approve(batch_id, club.staff('caio', 'approver'))).toMatchObject({
      code: 'scratch-card.batch-state',
    })

    const { content, type } = await download(codesCsvFile, batch_id)
    expect(type).toBe('text/csv; charset=utf-8')
    const codes = csvCodes(content)
    expect(codes).toHaveLength(3)
    const link = new URL((content.toString('utf8').split('\r\n')[1] ?? '').split(';')[1] ?? '')
    expect(link.origin + link.pathname).toBe('https://clube.exemplo.com.br/raspadinha')
    expect(Object.fromEntries(link.searchParams)).toEqual({
      cd_identificador: String(campaign.cd_identificador),
      codigo: codes[0],
      service_channel: 'site',
    })
    dataOf(await club.play(await club.join(), campaign, codes[1] ?? ''))
    expect(await list(campaign.id)).toMatchObject({
      batches: [{ batch_id, state: 'handed_out', used: 1, voided: 0, handed_out_by: 'Nome de ana' }],
      free_cards: 237,
    })
  })

  test('no table contains the codes of a file in plain text', async () => {
    const campaign = await club.sealedCampaign()
    const { content } = await download(codesCsvFile, await approved(campaign.id, 2))
    const codes = csvCodes(content).flatMap((code) => [code, code.replaceAll('-', '')])
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
      club.database.db,
    )
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`
        select coalesce(string_agg(t::text, ' '), '') as text from ${sql.table(name)} t`.execute(
        club.database.db,
      )
      for (const code of codes) expect(rows[0]?.text).not.toContain(code)
    }
  })

  test('a file is handed out once, and further requests are refused with a message and audited', async () => {
    const campaign = await club.sealedCampaign()
    const batch_id = await approved(campaign.id, 5)
    expect(await download(codesCsvFile, batch_id)).toMatchObject({ status: 200 })
    for (const file of [codesCsvFile, codesSheetFile]) {
      const refused = await download(file, batch_id)
      expect(refused).toMatchObject({ status: 409, code: 'scratch-card.already-handed-out' })
      expect(refused.content.toString('utf8')).toContain('só pode ser baixado uma vez')
    }
    expect((await findDeck(club.database.db, campaign.id))?.codes).toBe(5)
    expect(await auditActionsOf(batch_id)).toEqual([
      'scratch-card.refuse-hand-out',
      'scratch-card.refuse-hand-out',
      'scratch-card.hand-out-batch',
      'scratch-card.approve-batch',
      'scratch-card.request-batch',
    ])
  })

  test('printable code sheets are a tagged PDF whose codes are valid', async () => {
    const campaign = await club.sealedCampaign()
    const { content, type } = await download(codesSheetFile, await approved(campaign.id, 20))
    expect(type).toBe('application/pdf')
    const pdf = await readPdf(content)
    expect(pdf).toMatchObject({ language: 'pt-BR', isTagged: true, untagged: [], missingFonts: 0 })
    const codes = pdf.elements
      .map(({ text }) => text.trim())
      .filter((text) => parseScratchCode(text).kind === 'code')
    expect(new Set(codes).size).toBe(20)
    expect(pdf.elements.filter(({ role }) => role === 'Figure')).toHaveLength(20)
    dataOf(await club.play(await club.join(), campaign, codes[19] ?? ''))
  })

  test('the code sheets of a large batch are refused, and its CSV can still be handed out', async () => {
    const campaign = await club.sealedCampaign({ cards: 2000 })
    const batch_id = await approved(campaign.id, 1001)
    expect(await download(codesSheetFile, batch_id)).toMatchObject({
      code: 'scratch-card.too-many-for-sheets',
    })
    expect(csvCodes((await download(codesCsvFile, batch_id)).content)).toHaveLength(1001)
  })

  test('a repeated request for a batch returns the batch, and one with other data is refused', async () => {
    const campaign = await club.sealedCampaign()
    const first = dataOf(await request(campaign.id, 10))
    expect(dataOf(await request(campaign.id, 10, first.batch_id.toUpperCase()))).toEqual(first)
    expect(await request(campaign.id, 11, first.batch_id)).toMatchObject({
      code: 'scratch-card.batch-reused',
    })
    expect(await request(campaign.id, 10, first.batch_id, club.staff('caio', 'marketing'))).toMatchObject({
      code: 'scratch-card.batch-reused',
    })
    expect((await list(campaign.id)).batches).toHaveLength(1)
  })

  test('batches cannot promise more codes than the deck has cards, and a void batch frees its cards', async () => {
    const campaign = await club.sealedCampaign()
    const { batch_id } = dataOf(await request(campaign.id, 200))
    expect(await request(campaign.id, 41)).toMatchObject({
      code: 'scratch-card.too-many-codes',
      message: 'O baralho não tem cartões para tantos códigos: restam 40 cartões livres.',
    })
    expect(dataOf(await voidBatch(batch_id))).toMatchObject({
      state: 'void',
      void_reason: 'O arquivo se perdeu.',
      voided: 0,
    })
    expect(await approve(batch_id)).toMatchObject({ code: 'scratch-card.batch-state' })
    expect(await download(codesCsvFile, batch_id)).toMatchObject({ code: 'scratch-card.void-batch' })
    dataOf(await request(campaign.id, 240))
  })

  test('batches cannot be requested for a campaign without a sealed deck or printed codes, and unknown ones are not found', async () => {
    const unsealed = await club.newCampaign()
    expect(await request(unsealed.id, 1)).toMatchObject({ code: 'scratch-card.deck-not-sealed' })
    expect(await list(unsealed.id)).toEqual({ batches: [], free_cards: null })
    const digital = await club.sealedCampaign({ earned_by: ['desk'] })
    expect(await request(digital.id, 1)).toMatchObject({ code: 'scratch-card.no-paper-codes' })
    expect(await request(randomUUID(), 1)).toMatchObject({ code: 'campaigns.unknown' })
    expect(await approve(randomUUID())).toMatchObject({ code: 'scratch-card.unknown-batch' })
    expect(await voidBatch(randomUUID())).toMatchObject({ code: 'scratch-card.unknown-batch' })
    expect(await download(codesCsvFile, randomUUID())).toMatchObject({ code: 'scratch-card.unknown-batch' })
  })

  test('voiding a batch makes its unused codes invalid, and voiding it again changes nothing', async () => {
    const campaign = await club.sealedCampaign()
    const batch_id = await approved(campaign.id, 3)
    const [used = '', other = ''] = csvCodes((await download(codesCsvFile, batch_id)).content)
    const person = await club.join()
    const card = dataOf(await club.play(person, campaign, used))
    expect(dataOf(await voidBatch(batch_id))).toMatchObject({ state: 'void', used: 1, voided: 2 })
    expect(dataOf(await voidBatch(batch_id))).toMatchObject({ used: 1, voided: 2 })
    expect((await findDeck(club.database.db, campaign.id))?.codes).toBe(1)
    expect(await club.play(await club.join(), campaign, other)).toMatchObject({
      code: 'scratch-card.invalid-code',
    })
    expect(dataOf(await club.play(person, campaign, used))).toEqual(card)
    expect(
      (await auditActionsOf(batch_id)).filter((action) => action === 'scratch-card.void-batch'),
    ).toHaveLength(1)
  })

  test('a printed code can be voided, also when typed with look-alike characters, unless it was used', async () => {
    const campaign = await club.sealedCampaign()
    const [first = '', second = ''] = await club.codes(campaign.id, 2)
    const typed = first.toLowerCase().replaceAll('8', 'b').replaceAll('q', 'o')
    expect(dataOf(await voidCode(campaign.id, typed))).toMatchObject({
      batch: { voided: 1 },
      repeated: false,
    })
    expect(dataOf(await voidCode(campaign.id, first))).toMatchObject({ batch: { voided: 1 }, repeated: true })
    expect(await club.play(await club.join(), campaign, first)).toMatchObject({
      code: 'scratch-card.invalid-code',
    })
    dataOf(await club.play(await club.join(), campaign, second))
    expect(await voidCode(campaign.id, second)).toMatchObject({ code: 'scratch-card.void-used-code' })
    const other = await club.sealedCampaign()
    for (const code of [second, 'errado', '2222-2222-2222-2222'])
      expect(await voidCode(other.id, code)).toMatchObject({
        status: 422,
        errors: [
          { path: 'code', message: 'Código inválido nesta promoção. Confira as letras e números impressos.' },
        ],
      })
  })

  test('after thirty attempts to void wrong codes, a staff member can void no further code', async () => {
    const campaign = await club.sealedCampaign()
    const [code = ''] = await club.codes(campaign.id, 1)
    const guesser = club.staff('otto', 'marketing')
    const guess = (typed: string) =>
      guesser.send(voidScratchCodeCall, { body: { campaign_id: campaign.id, code: typed, reason: 'Teste' } })
    for (let n = 0; n < 30; n += 1)
      expect(await guess('2222-2222-2222-2222')).toMatchObject({ code: 'scratch-card.void-invalid-code' })
    expect(await guess(code)).toMatchObject({ status: 429 })
    expect(await club.countCodes(campaign.id)).toEqual({ 'paper issued': 1 })
  })
})
