import { unclaimedFile, listUnclaimedCall } from '@clube/contract/scratch-card/unclaimed-calls.ts'
import { listMyScratchCardsCall } from '@clube/contract/scratch-card/calls.ts'
import { readAwardCall, listMyAwardsCall } from '@clube/contract/scratch-card/award-calls.ts'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../../db/database.ts'
import { readBalance, readStatement } from '../../points/index.ts'
import { allDinners, allPoints, useAwardDesk } from '../desk/award-desk.testing.ts'
import { dataOf } from '../scratch-club.testing.ts'

const club = useAwardDesk()
const dayMs = 24 * 3_600_000

describe('a prize of points', () => {
  test('won points are credited with the draw, under the campaign’s title, and need no code', async () => {
    const campaign = await club.sealedCampaign(allPoints)
    const won = await club.winner(campaign)
    const { db } = club.database
    expect(await readBalance(db, won.customer_id)).toEqual({ balance: 100, debt: 0 })
    const statement = await readStatement(db, { customer_id: won.customer_id, cursor: null })
    expect(JSON.stringify(statement)).toContain(campaign.title)
    expect(won.award).toMatchObject({
      state: 'delivered',
      qr_code: null,
      short_code: null,
      expires_at: null,
      needs_signature: false,
      prize: { kind: 'points', points: 100 },
    })
    expect(await club.deliver(won)).toMatchObject({ code: 'scratch-card.already-delivered' })
  })

  test('a code that wins points, sent three times, credits them once', async () => {
    const campaign = await club.sealedCampaign(allPoints)
    const person = await club.join()
    const [code = ''] = await club.codes(campaign.id, 1)
    for (let send = 0; send < 3; send += 1) dataOf(await club.play(person, campaign, code))
    expect(await readBalance(club.database.db, person.customer_id)).toEqual({ balance: 100, debt: 0 })
  })

  test('a reversal takes won points back, and spent points become a debt', async () => {
    const campaign = await club.sealedCampaign(allPoints)
    const [first, second] = [await club.winner(campaign), await club.winner(campaign)]
    const { db } = club.database
    await inTransaction(db, (tx) =>
      club.scratchDeps.points.spend(tx, {
        customer_id: second.customer_id,
        identified_session_id: null,
        transaction_id: '01a20a22-6016-7791-b4cc-a206a481b802',
        points: 60,
        about: 'Copo',
        now: club.clock.now(),
        refuse: () => new Error('Refused') as never,
      }),
    )
    for (const won of [first, second]) dataOf(await club.reverse(won))
    expect(await readBalance(db, first.customer_id)).toEqual({ balance: 0, debt: 0 })
    expect(await readBalance(db, second.customer_id)).toEqual({ balance: 0, debt: 60 })
    expect((await club.awardsOf(first.browser))[0]?.state).toBe('cancelled')
    expect(await club.reverse(first)).toMatchObject({ status: 409 })
  })

  test('the message about won points has its own template and does not expire', async () => {
    await club.winner(await club.sealedCampaign(allPoints))
    await club.runJobs()
    expect(club.notices.at(-1)).toMatchObject({ template: 'scratch-points-won', expires_at: null })
  })
})

describe('prizes in the wallet', () => {
  test('a passwordless session sees only the prizes that it won itself', async () => {
    const campaign = await club.sealedCampaign(allDinners)
    const { customer_id } = await club.join()
    const [first, second] = [club.identify(customer_id), club.identify(customer_id)]
    const won = await club.winner(campaign, { customer_id, browser: first })
    expect(dataOf(await second.send(listMyAwardsCall))).toEqual([])
    expect(await second.send(readAwardCall, { params: { award_id: won.award.award_id } })).toMatchObject({
      status: 403,
    })
    expect(dataOf(await first.send(listMyAwardsCall))).toEqual([won.award])
  })

  test('the customer’s page shows a prize with the end of its code, and its message can be resent until the delivery', async () => {
    const won = await club.winner(await club.sealedCampaign(allDinners))
    const { customer_id, award } = won
    const [voucher] = await club.promotion.listVouchers(club.database.db, { customer_id, limit: 5 })
    expect(voucher).toMatchObject({
      voucher_id: award.award_id,
      title: 'Jantar para dois',
      code_end: award.short_code?.slice(-4),
      state: 'Para retirar',
    })
    expect(JSON.stringify(voucher)).not.toContain(award.short_code)
    const { transaction_id } = await club.database.db
      .selectFrom('scratch_draw')
      .select('transaction_id')
      .where('customer_id', '=', customer_id)
      .executeTakeFirstOrThrow()
    // Its owner's pages name the participation, for customer service.
    expect(award.transaction_id).toBe(transaction_id)
    expect(dataOf(await won.browser.send(listMyScratchCardsCall)).drawn).toMatchObject([{ transaction_id }])
    const resend = () =>
      inTransaction(club.database.db, (tx) =>
        club.promotion.resendMessage(tx, { id: transaction_id } as Parameters<
          typeof club.promotion.resendMessage
        >[1]),
      )
    club.notices.length = 0
    expect(await resend()).toBe(true)
    expect(club.notices).toMatchObject([{ template: 'scratch-won', topic: null }])
    dataOf(await club.deliver(won))
    expect(await resend()).toBe(false)
  })
})

describe('prizes that were never picked up', () => {
  test('from 180 days after the campaign’s end, marketing staff and auditors can download the unclaimed prizes, with masked documents', async () => {
    const campaign = await club.sealedCampaign(allDinners)
    const [waiting, delivered] = [await club.winner(campaign), await club.winner(campaign)]
    dataOf(await club.deliver(delivered))
    const auditor = club.staff('otto', 'auditor')
    const lineOf = async () =>
      dataOf(await auditor.send(listUnclaimedCall)).find(({ campaign_id }) => campaign_id === campaign.id)
    expect(await lineOf()).toBeUndefined()
    club.clock.set(new Date(campaign.ends_at.getTime() + 180 * dayMs - 1).toISOString())
    expect(await lineOf()).toMatchObject({ is_due: false, awards: 1, value_cents: 12_000 })
    const params = { campaign_id: campaign.id }
    expect(await club.load(auditor, unclaimedFile, params)).toMatchObject({ status: 409 })
    club.clock.advance(1)
    expect(await lineOf()).toMatchObject({ is_due: true })
    for (const staff of [auditor, club.staff('ana', 'marketing')]) {
      const { status, content } = await club.load(staff, unclaimedFile, params)
      const [head, line, ...rest] = content.toString('utf8').trimEnd().split('\r\n')
      expect({ status, head, rest }).toEqual({
        status: 200,
        head: '\uFEFFPosição;Prêmio;Valor;Pessoa;Ganho em;Retirada até;Situação',
        rest: [],
      })
      expect(line).toMatch(/^\d+;Jantar para dois;R\$\s120,00;\*\*\*\.\d{3}\.\d{3}-\*\*;.*;Para retirar$/)
    }
    expect(await club.linesOf('list-unclaimed')).toHaveLength(2)
    const subjects = await club.promotion.listSubjects(club.database.db, waiting.customer_id)
    expect(subjects).toContainEqual({ id: `scratch-unclaimed/${campaign.id}`, since: null })
    club.clock.set('2026-12-10T15:00:00Z')
  })

  test('the unclaimed prizes of an unknown campaign cannot be downloaded', async () => {
    const params = { campaign_id: '01a20a22-6016-7791-b4cc-a206a481b802' }
    expect(await club.load(club.staff('ana', 'marketing'), unclaimedFile, params)).toMatchObject({
      status: 404,
    })
  })
})
