import { describe, expect, test } from 'vitest'
import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { changeCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { transactionRefusals } from '@clube/contract/campaigns/refusals.ts'
import { transactionLifetimeSeconds } from '@clube/contract/campaigns/transaction-states.ts'
import {
  cancelTransactionCall,
  listTransactionsCall,
  readTransactionCall,
  reverseTransactionCall,
  startTransactionCall,
} from '@clube/contract/campaigns/transaction-calls.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import type { Call } from '@clube/contract/kernel/call.ts'
import { permissions } from '@clube/contract/kernel/permissions.ts'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { inTransaction } from '../../db/database.ts'
import type { ApiResponse, TestBrowser } from '../../testing/browser.ts'
import { searchAudit } from '../audit/index.ts'
import { expectOneSegment, expectSameInHtmlAndText } from '../messaging/message-rules.testing.ts'
import type { CampaignPlan } from './campaign.ts'
import { planOf, type CampaignsClub } from './campaigns-club.testing.ts'
import { eraseParticipations, releaseInPromotions, readOwnPromotionData } from './index.ts'

/** Body of a request that completes a participation. */
export type Request = { body: Record<string, unknown>; params?: Record<string, string> }

type Person = { customer_id: string; browser: TestBrowser }
type OpenParticipation = Person & { campaign_id: string; transaction_id: string }

/** Description of a kind for the conformance suite. */
export type Conformance<C extends Call> = {
  readonly kind: PromotionKind
  /** The club with the kind's calls bound. */
  readonly club: Omit<CampaignsClub, 'url'>
  /** The call that completes a participation. */
  readonly call: C
  /** Creates an active campaign of the kind with capacity for a few people. */
  readonly campaign: () => Promise<{ id: string; slug: string }>
  /** A request that succeeds. */
  readonly request: (opened: OpenParticipation) => Promise<Request>
  /** A request with a different body. */
  readonly otherRequest: (opened: OpenParticipation) => Promise<Request>
  /** Number of the customer's outcomes in the kind's tables, without reversed ones. */
  readonly effects: (customer_id: string) => Promise<number>
  /** Number of the customer's outcomes in the kind's list for the session in this browser. */
  readonly visibleEffects: (browser: TestBrowser) => Promise<number>
  /** All of the customer's data in the kind's tables, as text. */
  readonly storedData: (customer_id: string) => Promise<string>
  /** Continues after the outcome until the tables contain personal data, if the request alone does not store any. */
  readonly addPersonalData?: (opened: OpenParticipation, response: unknown) => Promise<void>
  /** Valid settings. */
  readonly settings: Record<string, unknown>
  /** The rest of the plan with which these settings are valid, if it matters. */
  readonly plan?: Partial<CampaignPlan>
  /** Invalid settings with the paths of their errors, relative to `settings`. */
  readonly invalidSettings: readonly { settings: Record<string, unknown>; paths: readonly string[] }[]
  /** Remaining outcomes of one request after the deletion request and after the erasure. */
  readonly effectsAfterDeletion: { requested: number; final: number }
  /** Expected personal-data export of one request, by the kind's keys. */
  readonly ownData: (opened: OpenParticipation) => Promise<Record<string, unknown>>
  /** Identifying values in `ownData`. */
  readonly personalData: readonly string[]
  /** The part of `personalData` that is stored as evidence and excluded from the personal-data export. */
  readonly notExported?: readonly string[]
  /** Whether only sessions with a password complete a participation. */
  readonly needsPassword?: true
  /**
   * Reverses a completed participation, for a kind that is reversed at its own desk; reversals by its protocol are then
   * refused.
   */
  readonly reverseAtDesk?: (opened: OpenParticipation) => Promise<void>
  /** Triggers each refusal that the kind's call declares in addition to `transactionRefusals`. */
  readonly refusals: Readonly<Record<string, () => Promise<ApiResponse<unknown>>>>
}

/** Declared for all kinds but reachable only for some: those using the campaign's stock or an external system. */
const conditionalRefusalCodes = [
  'campaigns.not-started',
  'campaigns.exhausted',
  'campaigns.transaction-failed',
  'campaigns.transaction-processing',
] as const

/** Conformance suite of every promotion kind: call it once at the top of the kind's `conformance.api.test.ts`. */
export const promotionConformance = <C extends Call>(subject: Conformance<C>): void => {
  const { kind, club, call } = subject

  const start = async (joined?: Person): Promise<OpenParticipation & { slug: string; protocol: string }> => {
    const { id: campaign_id, slug } = await subject.campaign()
    const person = joined ?? (await club.join())
    const response = await person.browser.send(startTransactionCall, { body: { campaign_id, kind } })
    if (!response.ok) throw new Error(`The participation was not started: ${response.message}`)
    const { transaction_id, protocol } = response.data
    return { ...person, campaign_id, slug, transaction_id, protocol }
  }
  const sendFrom = (browser: TestBrowser, { body, params }: Request): Promise<ApiResponse<unknown>> =>
    browser.send<Call>(call, { body, ...(params ? { params } : {}) })
  const complete = async (opened: OpenParticipation) =>
    sendFrom(opened.browser, await subject.request(opened))
  const end = (campaign_id: string) =>
    club.staff('ana', 'marketing').send(changeCampaignCall, { body: { campaign_id, event: 'end' } })
  const reverse = (protocol: string) =>
    club
      .staff('bia', 'approver')
      .send(reverseTransactionCall, { body: { protocol, reason: 'Pedido no balcão.' } })

  const promotion = club.deps.promotions[kind]
  if (!promotion) throw new Error(`${kind} is not implemented`)
  const release = (customer_id: string, stage: 'requested' | 'final') =>
    inTransaction(club.database.db, (tx) =>
      releaseInPromotions(club.deps, tx, { customer_id, stage, now: club.clock.now() }),
    )

  const general: Record<string, () => Promise<ApiResponse<unknown>>> = {
    'campaigns.unknown': async () => {
      const opened = await start()
      const { campaign_id } = opened
      await end(campaign_id)
      await club
        .staff('ana', 'marketing')
        .send(changeCampaignCall, { body: { campaign_id, event: 'archive' } })
      return complete(opened)
    },
    'campaigns.transaction-unknown': async () => {
      const opened = await start()
      const other = await club.join()
      return sendFrom(other.browser, await subject.request(opened))
    },
    'campaigns.transaction-reused': async () => {
      const opened = await start()
      const other = await subject.otherRequest(opened)
      await complete(opened)
      return sendFrom(opened.browser, other)
    },
    'campaigns.transaction-expired': async () => {
      const opened = await start()
      const request = await subject.request(opened)
      club.clock.advance(transactionLifetimeSeconds * 1000)
      const response = await sendFrom(opened.browser, request)
      club.clock.advance(-transactionLifetimeSeconds * 1000)
      return response
    },
    'campaigns.transaction-cancelled': async () => {
      const opened = await start()
      const { transaction_id } = opened
      await opened.browser.send(cancelTransactionCall, { body: { transaction_id } })
      return complete(opened)
    },
    'campaigns.transaction-reversed': async () => {
      const opened = await start()
      await complete(opened)
      await (subject.reverseAtDesk?.(opened) ?? reverse(opened.protocol))
      return complete(opened)
    },
    'campaigns.paused': async () => {
      const opened = await start()
      const { campaign_id } = opened
      await club.staff('ana', 'marketing').send(changeCampaignCall, { body: { campaign_id, event: 'pause' } })
      return complete(opened)
    },
    'campaigns.ended': async () => {
      const opened = await start()
      await end(opened.campaign_id)
      return complete(opened)
    },
  }

  describe(`a promotion of the kind ${kind}`, () => {
    test('completing a participation without a session returns 401', async () => {
      const opened = await start()
      expect(await sendFrom(club.visitor(), await subject.request(opened))).toMatchObject({ status: 401 })
      expect(await subject.effects(opened.customer_id)).toBe(0)
    })

    test('completing an unknown participation returns 404', async () => {
      const opened = await start()
      const request = await subject.request({ ...opened, transaction_id: opened.customer_id })
      expect(await sendFrom(opened.browser, request)).toMatchObject({ status: 404 })
    })

    test('completing a participation in an ended campaign returns 409, without effects', async () => {
      const opened = await start()
      await end(opened.campaign_id)
      expect(await complete(opened)).toMatchObject({ status: 409 })
      expect(await subject.effects(opened.customer_id)).toBe(0)
    })

    test('a participation completed repeatedly and concurrently has one effect and one response', async () => {
      const opened = await start()
      const request = await subject.request(opened)
      const responses = await Promise.all(Array.from({ length: 8 }, () => sendFrom(opened.browser, request)))
      responses.push(await sendFrom(opened.browser, request))
      const data = responses.map((response) => (response.ok ? response.data : response))
      for (const response of data) expect(response).toEqual(data[0])
      expect(responses.map(({ status }) => status)).toEqual(Array(9).fill(200))
      expect(await subject.effects(opened.customer_id)).toBe(1)
    })

    test.runIf(subject.needsPassword)(
      'a session without a password cannot complete a participation',
      async () => {
        const { customer_id, browser } = await club.join()
        const identified = club.identify(customer_id)
        const opened = await start({ customer_id, browser: identified })
        const request = await subject.request({ ...opened, browser })
        const passwordRequired = { status: 403, code: 'session.password-required' }
        expect(await sendFrom(identified, request)).toMatchObject(passwordRequired)
        expect(await subject.effects(customer_id)).toBe(0)
        expect(await sendFrom(browser, request)).toMatchObject({ status: 200 })
        expect(await subject.effects(customer_id)).toBe(1)
      },
    )

    test.runIf(!subject.needsPassword)(
      'a session without a password can complete a participation and sees only what it opened itself',
      async () => {
        const owner = await club.join()
        const { customer_id } = owner
        const [first, second] = [club.identify(customer_id), club.identify(customer_id)]
        const opened = await start({ customer_id, browser: first })
        const request = await subject.request(opened)
        const ownersParticipation = await start(owner)
        const passwordRequired = { status: 403, code: 'session.password-required' }
        const transactionsIn = async (browser: TestBrowser) => {
          const response = await browser.send(listTransactionsCall)
          return response.ok ? response.data.map(({ transaction_id }) => transaction_id) : response
        }

        expect(await sendFrom(second, request)).toMatchObject(passwordRequired)
        expect(await sendFrom(first, await subject.request(ownersParticipation))).toMatchObject(
          passwordRequired,
        )
        expect(await subject.effects(customer_id)).toBe(0)
        expect(await sendFrom(first, request)).toMatchObject({ status: 200 })
        expect(await complete(ownersParticipation)).toMatchObject({ status: 200 })
        expect(await sendFrom(second, request)).toMatchObject(passwordRequired)

        expect(await transactionsIn(first)).toEqual([opened.transaction_id])
        expect(await transactionsIn(second)).toEqual([])
        expect(await transactionsIn(owner.browser)).toEqual([
          ownersParticipation.transaction_id,
          opened.transaction_id,
        ])
        const params = { transaction_id: opened.transaction_id }
        expect(await second.send(readTransactionCall, { params })).toMatchObject(passwordRequired)
        const visible = [first, second, owner.browser].map((browser) => subject.visibleEffects(browser))
        expect(await Promise.all(visible)).toEqual([1, 0, 2])
      },
    )

    test('the call of a promotion kind declares every general refusal, and each of its specific refusals is tested', () => {
      const specific = Object.keys(call.refusals).filter((code) => !(code in transactionRefusals))
      expect(call.refusals).toMatchObject(transactionRefusals)
      expect(Object.keys(subject.refusals).sort()).toEqual(expect.arrayContaining(specific.sort()))
      const reached = [...Object.keys(general), ...Object.keys(subject.refusals), ...conditionalRefusalCodes]
      expect(reached).toEqual(expect.arrayContaining(Object.keys(call.refusals)))
    })

    test.each(Object.entries({ ...general, ...subject.refusals }))(
      'the refusal %s has its declared message',
      async (code, trigger) => {
        const declared = call.refusals[code as keyof typeof call.refusals]
        const response = await trigger()
        if (response.ok || !declared) throw new Error(`${code} was not reached, or is not declared`)
        expect(response).toMatchObject({ status: declared.status, code })
        expect(response.message).not.toMatch(/[{}]/)
        expect(response.message).toMatch(sentencePattern(declared.message))
      },
    )

    test('the regulation in force of a promotion is public', async () => {
      const { slug } = await subject.campaign()
      const page = await club.visitor().send(readCampaignCall, { params: { slug } })
      const version = (page.ok && page.data.regulation_version) || 'none'
      const document = await club.visitor().send(readConsentDocumentCall, {
        params: { kind: 'promotion_regulation' },
        query: { scope: slug, version },
      })
      expect(document).toMatchObject({ status: 200, data: { version } })
    })

    test.runIf(subject.reverseAtDesk)(
      'a participation is reversed only at the desk of its kind',
      async () => {
        const opened = await start()
        await complete(opened)
        expect(await reverse(opened.protocol)).toMatchObject({
          status: 409,
          code: 'campaigns.not-reversible',
        })
        expect(await subject.effects(opened.customer_id)).toBe(1)
        await subject.reverseAtDesk?.(opened)
        expect(await subject.effects(opened.customer_id)).toBe(0)
      },
    )

    test.runIf(!subject.reverseAtDesk)(
      'a reversal by staff removes the outcome of a participation once and is audited',
      async () => {
        const opened = await start()
        await complete(opened)
        expect(await reverse(opened.protocol)).toMatchObject({ status: 200, data: { state: 'reversed' } })
        expect(await reverse(opened.protocol)).toMatchObject({ status: 409 })
        expect(await subject.effects(opened.customer_id)).toBe(0)
        const { lines } = await searchAudit(club.database.db, {
          subject_id: opened.transaction_id,
          action: 'campaigns.reverse-transaction',
          cursor: null,
          limit: 5,
        })
        expect(lines).toMatchObject([{ sentence: `Estornou a participação ${opened.protocol}.` }])
      },
    )

    test('the settings of a promotion are validated, with errors by field', () => {
      const pathsOf = (settings: Record<string, unknown>) =>
        promotion.settingsErrors(planOf({ ...subject.plan, settings })).map(({ path }) => path)
      expect(pathsOf(subject.settings)).toEqual([])
      for (const { settings, paths } of subject.invalidSettings) expect(pathsOf(settings)).toEqual(paths)
    })

    test('a deletion request releases the holdings of a promotion once, and the erasure releases the rest', async () => {
      const opened = await start()
      await complete(opened)
      const { requested, final } = subject.effectsAfterDeletion
      for (let attempt = 0; attempt < 2; attempt += 1) {
        await release(opened.customer_id, 'requested')
        expect(await subject.effects(opened.customer_id)).toBe(requested)
      }
      for (let attempt = 0; attempt < 2; attempt += 1) {
        await release(opened.customer_id, 'final')
        expect(await subject.effects(opened.customer_id)).toBe(final)
      }
    })

    test('the personal-data export contains everything stored about the customer, and nothing about others', async () => {
      const opened = await start()
      const response = await complete(opened)
      await subject.addPersonalData?.(opened, response.ok ? response.data : null)
      const another = await club.join()
      const own = await readOwnPromotionData(club.deps, opened.customer_id)
      expect(own).toMatchObject(await subject.ownData(opened))
      for (const text of subject.personalData)
        if (!subject.notExported?.includes(text)) expect(JSON.stringify(own)).toContain(text)
      const others = await readOwnPromotionData(club.deps, another.customer_id)
      expect(Object.keys(others)).toEqual(Object.keys(own))
      for (const text of subject.personalData) expect(JSON.stringify(others)).not.toContain(text)
    })

    test('each message of a promotion fits into one SMS segment and is the same in both parts of an e-mail', () => {
      for (const [name, { texts }] of Object.entries(promotion.messages)) {
        expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
        expectOneSegment(texts)
        expectSameInHtmlAndText(texts)
      }
    })

    test('the data accesses of a promotion are described to the customer, with the permission that staff need', () => {
      for (const [action, { what, permission }] of Object.entries(promotion.dataAccesses)) {
        expect(action).toMatch(/^[a-z-]+\.[a-z-]+$/)
        expect(what).toMatch(/^\p{Lu}.*(seu|sua|você)/u)
        expect(permissions).toContain(permission)
      }
    })

    test('erasure removes the personal data of a participation and keeps the counters', async () => {
      const opened = await start()
      const response = await complete(opened)
      await subject.addPersonalData?.(opened, response.ok ? response.data : null)
      const before = await subject.storedData(opened.customer_id)
      for (const text of subject.personalData) expect(before).toContain(text)
      const effects = await subject.effects(opened.customer_id)
      await inTransaction(club.database.db, (tx) => eraseParticipations(club.deps, tx, opened.customer_id))
      const after = await subject.storedData(opened.customer_id)
      for (const text of subject.personalData) expect(after).not.toContain(text)
      expect(await subject.effects(opened.customer_id)).toBe(effects)
    })
  })
}

/** Matches the declared message with any values in its placeholders. */
const sentencePattern = (sentence: string): RegExp => {
  const parts = sentence.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`)
}
