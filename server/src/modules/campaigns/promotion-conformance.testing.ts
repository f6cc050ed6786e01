import { describe, expect, test } from 'vitest'
import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { changeCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { transactionRefusals } from '@clube/contract/campaigns/refusals.ts'
import { transactionLifeSeconds } from '@clube/contract/campaigns/transaction-states.ts'
import {
  cancelTransactionCall,
  reverseTransactionCall,
  startTransactionCall,
} from '@clube/contract/campaigns/transaction-calls.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import type { Call } from '@clube/contract/kernel/call.ts'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { inTransaction } from '../../db/database.ts'
import type { Reply, TestBrowser } from '../../testing/browser.ts'
import { searchAudit } from '../audit/index.ts'
import type { CampaignsClub } from './campaigns-club.testing.ts'
import { eraseParticipations } from './index.ts'

/** What one use of a participation sends. */
export type Request = { body: Record<string, unknown>; params?: Record<string, string> }

type Taking = { campaign_id: string; transaction_id: string; customer_id: string; browser: TestBrowser }

/** What a kind tells of itself, so that the suite can hold it against what every kind owes. */
export type Conformance<C extends Call> = {
  readonly kind: PromotionKind
  /** The club whose `bind` serves the kind's calls. */
  readonly club: Omit<CampaignsClub, 'url'>
  /** The call that turns a participation into its outcome. */
  readonly call: C
  /** A new campaign of the kind that is on, with room for a few people. */
  readonly campaign: () => Promise<{ id: string; slug: string }>
  /** A request that succeeds. */
  readonly request: (taking: Taking) => Promise<Request>
  /** One that differs in what the customer asks for. */
  readonly otherRequest: (taking: Taking) => Promise<Request>
  /** How many outcomes the kind's tables hold of the person, those taken back not counted. */
  readonly effects: (customer_id: string) => Promise<number>
  /** Everything that the kind's tables hold of the person, as text. */
  readonly traces: (customer_id: string) => Promise<string>
  /** Goes on after the outcome until the tables hold personal data, where the request alone does not. */
  readonly enrich?: (taking: Taking, answer: unknown) => Promise<void>
  /** What identifies the person in them. */
  readonly personalData: readonly string[]
  /** Brings about each refusal that the kind's call declares beside `transactionRefusals`. */
  readonly refusals: Readonly<Record<string, () => Promise<Reply<unknown>>>>
}

/** Declared for every kind, but met only by some: those that count the campaign's stock or ask somebody outside. */
const metBySome = [
  'campaigns.not-started',
  'campaigns.exhausted',
  'campaigns.transaction-failed',
  'campaigns.transaction-processing',
] as const

/** What every promotion kind owes: call it once at the top of the kind's `conformance.api.test.ts`. */
export const promotionConformance = <C extends Call>(subject: Conformance<C>): void => {
  const { kind, club, call } = subject

  const start = async (): Promise<Taking & { slug: string; protocol: string }> => {
    const { id: campaign_id, slug } = await subject.campaign()
    const person = await club.join()
    const reply = await person.browser.send(startTransactionCall, { body: { campaign_id, kind } })
    if (!reply.ok) throw new Error(`No participation: ${reply.message}`)
    const { transaction_id, protocol } = reply.data
    return { ...person, campaign_id, slug, transaction_id, protocol }
  }
  const sendFrom = (browser: TestBrowser, { body, params }: Request): Promise<Reply<unknown>> =>
    browser.send<Call>(call, { body, ...(params ? { params } : {}) })
  const use = async (taking: Taking) => sendFrom(taking.browser, await subject.request(taking))
  const end = (campaign_id: string) =>
    club.staff('ana', 'marketing').send(changeCampaignCall, { body: { campaign_id, event: 'end' } })
  const reverse = (protocol: string) =>
    club
      .staff('bia', 'approver')
      .send(reverseTransactionCall, { body: { protocol, reason: 'Pedido no balcão.' } })

  const general: Record<string, () => Promise<Reply<unknown>>> = {
    'campaigns.transaction-unknown': async () => {
      const taking = await start()
      const stranger = await club.join()
      return sendFrom(stranger.browser, await subject.request(taking))
    },
    'campaigns.transaction-reused': async () => {
      const taking = await start()
      const other = await subject.otherRequest(taking)
      await use(taking)
      return sendFrom(taking.browser, other)
    },
    'campaigns.transaction-expired': async () => {
      const taking = await start()
      const request = await subject.request(taking)
      club.clock.advance(transactionLifeSeconds * 1000)
      const reply = await sendFrom(taking.browser, request)
      club.clock.advance(-transactionLifeSeconds * 1000)
      return reply
    },
    'campaigns.transaction-cancelled': async () => {
      const taking = await start()
      const { transaction_id } = taking
      await taking.browser.send(cancelTransactionCall, { body: { transaction_id } })
      return use(taking)
    },
    'campaigns.transaction-reversed': async () => {
      const taking = await start()
      await use(taking)
      await reverse(taking.protocol)
      return use(taking)
    },
    'campaigns.paused': async () => {
      const taking = await start()
      const { campaign_id } = taking
      await club.staff('ana', 'marketing').send(changeCampaignCall, { body: { campaign_id, event: 'pause' } })
      return use(taking)
    },
    'campaigns.ended': async () => {
      const taking = await start()
      await end(taking.campaign_id)
      return use(taking)
    },
  }

  describe(`a promotion of the kind ${kind}`, () => {
    test('asks who it is: no session is 401', async () => {
      const taking = await start()
      expect(await sendFrom(club.visitor(), await subject.request(taking))).toMatchObject({ status: 401 })
      expect(await subject.effects(taking.customer_id)).toBe(0)
    })

    test('knows no participation that is not there: 404', async () => {
      const taking = await start()
      const request = await subject.request({ ...taking, transaction_id: taking.customer_id })
      expect(await sendFrom(taking.browser, request)).toMatchObject({ status: 404 })
    })

    test('refuses in a closed campaign: 409, and nothing happens', async () => {
      const taking = await start()
      await end(taking.campaign_id)
      expect(await use(taking)).toMatchObject({ status: 409 })
      expect(await subject.effects(taking.customer_id)).toBe(0)
    })

    test('the same participation twice, and many times at once, has one effect and one answer', async () => {
      const taking = await start()
      const request = await subject.request(taking)
      const replies = await Promise.all(Array.from({ length: 8 }, () => sendFrom(taking.browser, request)))
      replies.push(await sendFrom(taking.browser, request))
      const data = replies.map((reply) => (reply.ok ? reply.data : reply))
      for (const answer of data) expect(answer).toEqual(data[0])
      expect(replies.map(({ status }) => status)).toEqual(Array(9).fill(200))
      expect(await subject.effects(taking.customer_id)).toBe(1)
    })

    test('declares every general refusal, and every own one has a way to be met', () => {
      const own = Object.keys(call.refusals).filter((code) => !(code in transactionRefusals))
      expect(call.refusals).toMatchObject(transactionRefusals)
      expect(Object.keys(subject.refusals).sort()).toEqual(expect.arrayContaining(own.sort()))
      const met = [...Object.keys(general), ...Object.keys(subject.refusals), ...metBySome]
      expect(met).toEqual(expect.arrayContaining(Object.keys(call.refusals)))
    })

    test.each(Object.entries({ ...general, ...subject.refusals }))(
      'says no in words: %s',
      async (code, meet) => {
        const declared = call.refusals[code as keyof typeof call.refusals]
        const reply = await meet()
        if (reply.ok || !declared) throw new Error(`${code} was not met, or is not declared`)
        expect(reply).toMatchObject({ status: declared.status, code })
        expect(reply.message).not.toMatch(/[{}]/)
        expect(reply.message).toMatch(sentencePattern(declared.message))
      },
    )

    test('shows the regulation that holds', async () => {
      const { slug } = await subject.campaign()
      const page = await club.visitor().send(readCampaignCall, { params: { slug } })
      const version = (page.ok && page.data.regulation_version) || 'none'
      const document = await club.visitor().send(readConsentDocumentCall, {
        params: { kind: 'promotion_regulation' },
        query: { scope: slug, version },
      })
      expect(document).toMatchObject({ status: 200, data: { version } })
    })

    test('taken back by staff it is gone, once, with a line in the audit', async () => {
      const taking = await start()
      await use(taking)
      expect(await reverse(taking.protocol)).toMatchObject({ status: 200, data: { state: 'reversed' } })
      expect(await reverse(taking.protocol)).toMatchObject({ status: 409 })
      expect(await subject.effects(taking.customer_id)).toBe(0)
      const { lines } = await searchAudit(club.database.db, {
        subject_id: taking.transaction_id,
        action: 'campaigns.reverse-transaction',
        cursor: null,
        limit: 5,
      })
      expect(lines).toMatchObject([{ sentence: `Estornou a participação ${taking.protocol}.` }])
    })

    test('forgets the person and keeps the count', async () => {
      const taking = await start()
      const reply = await use(taking)
      await subject.enrich?.(taking, reply.ok ? reply.data : null)
      const before = await subject.traces(taking.customer_id)
      for (const text of subject.personalData) expect(before).toContain(text)
      const effects = await subject.effects(taking.customer_id)
      await inTransaction(club.database.db, (tx) => eraseParticipations(club.deps, tx, taking.customer_id))
      const after = await subject.traces(taking.customer_id)
      for (const text of subject.personalData) expect(after).not.toContain(text)
      expect(await subject.effects(taking.customer_id)).toBe(effects)
    })
  })
}

/** The declared sentence with anything in its places. */
const sentencePattern = (sentence: string): RegExp => {
  const parts = sentence.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`)
}
