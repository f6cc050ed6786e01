import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import type { PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import {
  linkPartnerCall,
  quotePartnerPointsCall,
  readRedemptionCall,
  redeemPartnerPointsCall,
  unlinkPartnerCall,
} from '@clube/contract/partner-points/calls.ts'
import { partnerConsentVersion } from '@clube/contract/partner-points/partner.ts'
import type { PartnerPointsSettings } from '@clube/contract/partner-points/settings.ts'
import {
  listSettlementsCall,
  sendSettlementPartCall,
  settlementHeader,
  startSettlementCall,
  type SettlementImport,
} from '@clube/contract/partner-points/settlement-calls.ts'
import { startTestPartner } from '../../../counterparts/counterparts.testing.ts'
import { systemRandom } from '../../adapters/random/system-random.ts'
import { promotionPointsOf } from '../../main/promotions.ts'
import type { Db } from '../../db/database.ts'
import type { PartnerProgramme } from '../../ports/partner-programme.ts'
import type { ApiResponse, TestBrowser } from '../../testing/browser.ts'
import { useCampaignsClub } from '../campaigns/campaigns-club.testing.ts'
import {
  noCredit,
  noPurchases,
  returnParticipations,
  type CustomerNotice,
  type PromotionDeps,
} from '../campaigns/index.ts'
import { documentLabel, findById } from '../identity/index.ts'
import { sender } from '../messaging/message-rules.testing.ts'
import { readBalance } from '../points/index.ts'
import type { PartnerServices } from './deps.ts'
import { createPartnerPointsPromotion } from './promotion.ts'

export type Person = { readonly customer_id: string; readonly browser: TestBrowser }

/** Data of a successful response. @throws with the whole response otherwise */
export const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`Refused: ${JSON.stringify(response)}`)
  return response.data
}

/** Number of responses per outcome: refusal code or `ok`. */
export const tally = (responses: readonly ApiResponse<unknown>[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const response of responses) {
    const key = response.ok ? 'ok' : (response.code ?? String(response.status))
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

export const partnerSlug = 'voe-mais'
export const partnerName = 'Voe Mais'

/** Points that exist in the campaigns: 2 of the partner for 1 of the club. */
export const partnerSettings: PartnerPointsSettings = {
  partner: partnerSlug,
  minimum: 1_000,
  maximum: 20_000,
  step: 500,
  limit_per_day: null,
  password_from_points: null,
}

/** The password that the club's `confirmPassword` accepts. */
export const rightPassword = 'Senha-Certa-1'

/** The points of the clubs in these tests. */
export const pointsOfClub = promotionPointsOf({
  passwordless_sessions: { may: 'participate', points_per_day: 1000 },
  points: { lifetime_days: 365 },
  time_zone: defaultTimeZone,
})

/** Dependencies of partner points on a database, with real points. */
export const partnerDepsOf = (
  club: { readonly clock: { now: () => Date } } & Pick<PromotionDeps, 'vault' | 'audit'>,
  db: () => Db,
  recorded: { notices: CustomerNotice[]; jobs: { name: string; data: object }[] },
): PromotionDeps => {
  const points = pointsOfClub
  return {
    get db() {
      return db()
    },
    clock: () => club.clock.now(),
    time_zone: defaultTimeZone,
    get vault() {
      return club.vault
    },
    get audit() {
      return club.audit
    },
    jobs: {
      enqueue: async (_tx, { name }, data) => {
        recorded.jobs.push({ name, data })
      },
    },
    random: systemRandom,
    points,
    credit: noCredit,
    returnParticipations: (tx, input) => returnParticipations({ purchases: noPurchases, points }, tx, input),
    askForRating: async () => {},
    sender,
    namesOfStaff: async (_db, ids) => new Map(ids.map((id) => [id, { name: `Nome de ${id}` }])),
    notify: async (_tx, notice) => {
      recorded.notices.push(notice)
    },
  }
}

/** Refuses every password but the right one. */
export const confirmTestPassword: PartnerServices['confirmPassword'] = async ({ password, refuse }) => {
  if (password === 'throttled') throw refuse('identity.throttled', { wait: '5 minutos' })
  if (password !== rightPassword) throw refuse('identity.wrong-current-password')
}

const memberNumbers = new Map<string, string>()
let members = 70_100_000

/** The number of a customer's account at the local partner. */
export const memberNumberOf = (customer_id: string): string => {
  const known = memberNumbers.get(customer_id) ?? String((members += 1))
  memberNumbers.set(customer_id, known)
  return known
}

/** Sends a part of a settlement file. */
export const sendPart = (
  browser: TestBrowser,
  { import_id, offset, part }: { import_id: string; offset: number | string; part: Uint8Array },
): Promise<ApiResponse<SettlementImport>> => {
  const form = new FormData()
  form.append('import_id', import_id)
  form.append('offset', String(offset))
  form.append('part', new Blob([new Uint8Array(part)]), 'parte.csv')
  return browser.raw('POST', sendSettlementPartCall.path, form)
}

export const settlementFileOf = (lines: readonly string[]): Buffer =>
  Buffer.from(`${settlementHeader}\n${lines.map((line) => `${line}\n`).join('')}`)

/** The body that starts the import of a file. */
export const startBodyOf = (bytes: Uint8Array, days: { from_day: string; to_day: string }) => ({
  partner: partnerSlug,
  file_name: 'voe-mais.csv',
  size_bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  ...days,
})

/** Campaigns of partner points over HTTP, next to the local partner, which is a real server. */
export const usePartnerClub = () => {
  const recorded = { notices: [] as CustomerNotice[], jobs: [] as { name: string; data: object }[] }
  const exhausted = new Set<string>()
  let partner: Awaited<ReturnType<typeof startTestPartner>>
  /** Replaces the adapter of the local partner. */
  let replaced: PartnerProgramme | null = null
  const programme = (): PartnerProgramme => replaced ?? partner.programme
  const services: PartnerServices = {
    externalServices: {
      partners: new Map([
        [
          partnerSlug,
          {
            title: partnerName,
            programme: {
              link: (input) => programme().link(input),
              quote: (input) => programme().quote(input),
              debit: (input) => programme().debit(input),
              findDebit: (key) => programme().findDebit(key),
              refund: (key) => programme().refund(key),
            },
          },
        ],
      ]),
    },
    limits: { spend: async (limit, key) => !exhausted.has(`${limit}/${key}`) },
    confirmPassword: confirmTestPassword,
  }
  const kindDeps = partnerDepsOf(
    {
      get clock() {
        return club.clock
      },
      get vault() {
        return club.vault
      },
      get audit() {
        return club.audit
      },
    },
    () => club.database.db,
    recorded,
  )
  const promotion = createPartnerPointsPromotion(kindDeps, services)
  const club = useCampaignsClub({ partner_points: promotion })
  const handlers = new Map<string, (data: object) => Promise<void>>()
  beforeAll(async () => {
    partner = await startTestPartner({ clock: () => club.clock.now(), timeoutMs: 200 })
    promotion.registerJobs({
      work: ({ name }, handler) => void handlers.set(name, handler as (data: object) => Promise<void>),
    })
  })
  afterAll(() => partner.stop())

  const partnerCampaign = (settings: Partial<PartnerPointsSettings> = {}, change: object = {}) =>
    club.campaign({
      kind: 'partner_points' satisfies PromotionKind,
      ends_at: new Date('2027-12-31T15:00:00Z'),
      settings: { ...partnerSettings, ...settings },
      ...change,
    })

  const documentOf = async (customer_id: string): Promise<string> => {
    const customer = await findById(club.database.db, customer_id)
    if (!customer) throw new Error('The customer was not found')
    return club.vault.open(documentLabel, customer.document_sealed)
  }

  /** Adds the customer's account at the partner. @returns its number */
  const addMember = async (customer_id: string, balance = 100_000): Promise<string> => {
    const member_number = memberNumberOf(customer_id)
    const document_id = await documentOf(customer_id)
    partner.addMember({ member_number, document_id, proof: '1234', balance, is_authorized: true })
    return member_number
  }

  const link = ({ browser }: Person, member_number: string, proof = '1234') =>
    browser.send(linkPartnerCall, {
      body: { partner: partnerSlug, member_number, proof, consent_version: partnerConsentVersion },
    })

  /** A customer with a linked account. */
  const linked = async (balance = 100_000, joined?: Person): Promise<Person & { member_number: string }> => {
    const person = joined ?? (await club.join())
    const member_number = await addMember(person.customer_id, balance)
    dataOf(await link(person, member_number))
    return { ...person, member_number }
  }

  const start = async ({ browser }: Person, campaign_id: string): Promise<string> =>
    dataOf(await browser.send(startTransactionCall, { body: { campaign_id, kind: 'partner_points' } }))
      .transaction_id

  const quote = ({ browser }: Person, campaign_id: string, points = 2_000) =>
    browser.send(quotePartnerPointsCall, { body: { campaign_id, points } })

  const redeem = (
    { browser }: Person,
    request: {
      transaction_id: string
      campaign_id: string
      quote_id: string
      points?: number
      current_password?: string
      named?: string
      partner?: string
    },
  ) => {
    const { transaction_id, named, partner: slug = partnerSlug, points = 2_000, ...body } = request
    return browser.send(redeemPartnerPointsCall, {
      params: { partner: slug, transaction_id },
      body: { ...body, points, ...(named === undefined ? {} : { transaction_id: named }) },
    })
  }

  /** Opens a participation with a quote. */
  const quoted = async (person: Person, campaign_id: string, points = 2_000) => ({
    transaction_id: await start(person, campaign_id),
    campaign_id,
    quote_id: dataOf(await quote(person, campaign_id, points)).quote_id,
    points,
  })

  const send = async (person: Person, campaign_id: string, points = 2_000) => {
    const request = await quoted(person, campaign_id, points)
    return { request, response: await redeem(person, request) }
  }

  const yesterday = () => clubDayOf(new Date(club.clock.now().getTime() - 24 * 3_600_000), defaultTimeZone)

  /** A completed redemption of a new customer. */
  const completed = async (points = 2_000) => {
    const { id: campaign_id } = await partnerCampaign()
    const person = await linked()
    const { request, response } = await send(person, campaign_id, points)
    const data = dataOf(response)
    if (data.status !== 'completed') throw new Error('The redemption was not completed')
    return { ...person, campaign_id, request, ...data }
  }

  return {
    ...club,
    // A getter, because the URL is known only once the server listens.
    get url() {
      return club.url
    },
    kindDeps,
    services,
    promotion,
    ...recorded,
    /** Exhausted limits: `limit/customer`. */
    exhausted,
    /** The local partner. */
    partner: () => partner,
    replaceProgramme: (programmeOfTest: PartnerProgramme | null) => {
      replaced = programmeOfTest
    },
    /** Runs the queued jobs. */
    runJobs: async () => {
      for (const { name, data } of recorded.jobs.splice(0)) await handlers.get(name)?.(data)
    },
    partnerCampaign,
    documentOf,
    addMember,
    link,
    linked,
    start,
    quote,
    quoted,
    redeem,
    send,
    completed,
    /** The redemption as its customer sees it. */
    read: async ({ browser }: Person, transaction_id: string) =>
      dataOf(await browser.send(readRedemptionCall, { params: { transaction_id } })),
    balanceOf: async (customer_id: string) => readBalance(club.database.db, customer_id),
    /** Lines of a settlement file with the debits and refunds of the partner's books. */
    settlementOf: (keys: readonly string[]): string[] =>
      partner.books().flatMap((debit) => {
        if (!keys.includes(debit.key)) return []
        const { reference, key, points, debited_at, refunded_at } = debit
        const lines = [`${reference};${key};debito;${points};${debited_at}`]
        if (refunded_at !== null) lines.push(`R${reference};${key};devolucao;${points};${refunded_at}`)
        return lines
      }),
    /** Sends a settlement file of the days up to yesterday in parts, and runs its job. */
    importFile: async (
      lines: readonly string[],
      {
        staff = 'ivo',
        partBytes = 4 * 1024 * 1024,
        from_day = '2026-12-01',
        to_day = yesterday(),
      }: { staff?: string; partBytes?: number; from_day?: string; to_day?: string } = {},
    ) => {
      const bytes = settlementFileOf(lines)
      const browser = club.staff(staff, 'reconciler')
      const started = dataOf(
        await browser.send(startSettlementCall, { body: startBodyOf(bytes, { from_day, to_day }) }),
      )
      const { import_id } = started
      for (let offset = started.received_bytes; offset < bytes.length; offset += partBytes) {
        dataOf(
          await sendPart(browser, { import_id, offset, part: bytes.subarray(offset, offset + partBytes) }),
        )
      }
      await promotion.purge()
      const imports = dataOf(await browser.send(listSettlementsCall, { query: { partner: partnerSlug } }))
      const found = imports.find((each) => each.import_id === import_id)
      if (!found) throw new Error('The import is not listed')
      return found
    },
    countCompleted: async (customer_id: string) => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from partner_redemption
        where customer_id = ${customer_id} and state = 'completed'`.execute(club.database.db)
      return rows[0]?.count ?? 0
    },
    newId: () => randomUUID(),
    yesterday,
    unlink: ({ browser }: Person) => browser.send(unlinkPartnerCall, { body: { partner: partnerSlug } }),
    /** A browser with a session of the customer that was opened with the password. */
    withPassword: (customer_id: string): TestBrowser => {
      const browser = club.visitor()
      browser.cookies.set('sid', customer_id)
      return browser
    },
    /** Spends points of a member elsewhere. */
    spendAtPartner: async (member_number: string, points: number) => {
      const key = randomUUID()
      const { programme } = partner
      const answer = await programme.quote({ member_number, points })
      if (answer.kind !== 'quoted') throw new Error('The partner refused')
      const quote_reference = answer.quote.reference
      const valid_until = answer.quote.expires_at
      await programme.debit({ key, member_number, points, quote_reference, valid_until })
    },
  }
}
