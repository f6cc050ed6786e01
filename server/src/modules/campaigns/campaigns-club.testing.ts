import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { promotionKinds } from '@clube/contract/kernel/promotion-kinds.ts'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { systemRandom } from '../../adapters/random/system-random.ts'
import { createApp } from '../../http/app.ts'
import { refuseRequest } from '../../kernel/refusal.ts'
import type { Binder } from '../../http/bind.ts'
import { createSharedAnswers } from '../../http/bind-shared.ts'
import { createUploads } from '../../http/uploads.ts'
import { TestBrowser } from '../../testing/browser.ts'
import { freshCpfs } from '../../testing/joining.ts'
import { useDatabase, type TestDatabase } from '../../testing/database.ts'
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts'
import { createAppendAuditLine, type AppendAuditLine } from '../audit/index.ts'
import { bindConsent } from '../consent/index.ts'
import { listFollowedVersions } from './campaign-store.ts'
import { findByDocument, seedCustomer } from '../identity/index.ts'
import { createVault, type Vault } from '../vault/index.ts'
import type { Campaign, CampaignPlan } from './campaign.ts'
import type { CampaignDeps, ReceiptUse } from './deps.ts'
import { noPurchases } from './no-purchases.ts'
import { implementedPromotions, type Promotion, type Promotions } from './promotion.ts'
import { noKindResults } from './results.ts'
import { bindCampaigns } from './routes.ts'
import { seedCampaign } from './seed-campaign.ts'

/** A promotion without behavior. */
export const noopPromotion: Promotion = {
  settingsErrors: () => [],
  referenceErrors: async () => new Map(),
  canWaiveCertificate: () => false,
  approvalWarnings: async () => new Map(),
  listAvailable: async (_db, campaign_ids) => new Set(campaign_ids),
  extensionErrors: async () => [],
  reverse: async () => true,
  onPause: async () => {},
  onResume: async () => {},
  releaseOnDeletion: async () => {},
  hasValidVouchers: async () => false,
  erasePersonalData: async () => {},
  describeOutcomes: async () => new Map(),
  listVouchers: async () => [],
  readOwnData: async () => ({}),
  auditTitles: { actions: {}, subjects: {} },
  dataAccesses: {},
  listSubjects: async () => [],
  messages: {},
  attachments: {},
  readResults: async () => noKindResults,
  resendMessage: async () => false,
  purge: async () => {},
  proofs: [],
  waiting: {},
  registerJobs: () => {},
  bind: () => {},
}

/** No implemented kinds. */
const noPromotions = Object.fromEntries(promotionKinds.map((kind) => [kind, null])) as Promotions

/** A plan for everyone with a CPF, active for the whole of December 2026. */
export const planOf = (change: Partial<CampaignPlan> = {}): CampaignPlan => ({
  title: 'Natal no Ipê',
  summary: 'Ingressos para o espetáculo de Natal.',
  description: 'O coral canta na praça central.',
  starts_at: new Date('2026-12-01T13:00:00Z'),
  ends_at: new Date('2026-12-25T01:00:00Z'),
  redeem_until: null,
  audience: { document_types: ['cpf'], minimum_age: null },
  spend_rule: null,
  stock_total: null,
  limit_per_customer: null,
  legal: { certificate_number: null, authority: null, prize_list: [] },
  regulation_version: '1.0',
  terms_version: null,
  settings: {},
  ...change,
})

export type CampaignsClub = {
  readonly database: TestDatabase
  /** Everything that the server has logged, at every level. */
  readonly logLines: readonly string[]
  readonly clock: FakeClock
  readonly vault: Vault
  readonly audit: AppendAuditLine
  readonly deps: CampaignDeps
  /** A signed-in customer in a browser. */
  readonly join: (person?: {
    document_type?: 'cpf' | 'cnpj'
    birth_date?: string | null
    password?: string | null
  }) => Promise<{ customer_id: string; browser: TestBrowser }>
  /** A browser with a new passwordless session of the customer. */
  readonly identify: (customer_id: string) => TestBrowser
  readonly visitor: () => TestBrowser
  /** Base URL. */
  readonly url: string
  readonly staff: (staff_id: string, ...roles: Role[]) => TestBrowser
  /** A campaign written by one person and approved by another, active in December 2026. */
  readonly campaign: (
    change?: Partial<CampaignPlan> & { kind?: Campaign['kind']; slug?: string },
  ) => Promise<Campaign>
}

/** The captcha proof that this club's server accepts. */
export const solvedProof = 'solved'

/**
 * Campaigns, consent documents and the calls that `bind` adds, served over HTTP on a separate database. Session
 * tokens are plain ids here, because identity and staff have their own tests.
 */
export const useCampaignsClub = (
  promotions: Partial<Promotions>,
  bind: (binder: Binder, club: Pick<CampaignsClub, 'deps' | 'vault' | 'audit'>) => void = () => {},
  purchasesOf: () => ReceiptUse = () => noPurchases,
): CampaignsClub => {
  const database = useDatabase()
  const clock = createFakeClock('2026-12-10T15:00:00Z')
  const vault = createVault(Buffer.alloc(32, 'k'))
  const audit = createAppendAuditLine({ vault, clock: clock.now })
  const cpfs = freshCpfs(200)
  const logLines: string[] = []
  let url = ''
  let close: () => Promise<unknown> = async () => {}
  let count = 0
  const deps: CampaignDeps = {
    get db() {
      return database.db
    },
    clock: clock.now,
    time_zone: defaultTimeZone,
    audit,
    random: systemRandom,
    promotions: { ...noPromotions, ...promotions },
    get purchases() {
      return purchasesOf()
    },
    notifyOfActivity: async () => {},
    namesOfStaff: async (_db, ids) => new Map(ids.map((id) => [id, { name: `Nome de ${id}` }])),
  }

  beforeAll(async () => {
    const app = await createApp({
      log: pino({ level: 'trace' }, { write: (line) => void logLines.push(line) }),
      baseUrl: 'http://127.0.0.1',
      trustProxy: false,
    })
    const binder: Binder = {
      app,
      guards: {
        identifiedAccess: 'participate',
        findSession: async (token) => {
          const [customer_id = '', session_id] = token.split('.')
          return {
            session_id: session_id ?? customer_id,
            customer_id,
            level: session_id === undefined ? 'customer' : 'identified',
            name: 'Ana',
            document_type: 'cpf',
          }
        },
        findStaffSession: async (token) => {
          const [staff_id = '', ...parts] = token.split('.')
          const brand = parts.find((part) => part.startsWith('brand='))
          return {
            session_id: token,
            staff_id,
            name: staff_id,
            roles: parts.filter((part) => part !== brand) as Role[],
            brand_id: brand?.slice('brand='.length) ?? null,
            can_give_second_signature: true,
          }
        },
        spendProof: async ({ body }) => {
          if ((body as { altcha_challenge?: unknown }).altcha_challenge !== solvedProof)
            throw refuseRequest('captcha.required')
        },
      },
      clock: clock.now,
      secureCookies: false,
      checkResponses: true,
      sharedAnswers: createSharedAnswers(clock.now),
      uploads: createUploads({ folder: mkdtempSync(join(tmpdir(), 'clube-')), networkOf: (ip) => ip }),
    }
    bindCampaigns(binder, deps)
    bindConsent(binder, { ...deps, listFollowedVersions })
    for (const promotion of implementedPromotions(deps.promotions)) promotion.bind(binder)
    bind(binder, { deps, vault, audit })
    url = await app.listen({ port: 0, host: '127.0.0.1' })
    close = () => app.close()
  })
  afterAll(() => close())

  return {
    database,
    logLines,
    clock,
    vault,
    audit,
    deps,
    identify: (customer_id) => {
      const browser = new TestBrowser(url)
      browser.cookies.set('sid', `${customer_id}.${randomUUID()}`)
      return browser
    },
    visitor: () => new TestBrowser(url),
    get url() {
      return url
    },
    staff: (staff_id, ...roles) => {
      const browser = new TestBrowser(url)
      browser.cookies.set('staff', [staff_id, ...roles].join('.'))
      return browser
    },
    join: async ({ document_type = 'cpf', birth_date = '1990-03-20', password = 'x' } = {}) => {
      const document_id = cpfs[(count += 1)] ?? ''
      await seedCustomer({
        db: database.db,
        vault,
        hash: async () => 'not a hash',
        now: clock.now(),
        persona: {
          document_type,
          document_id,
          name: 'Ana Lúcia Pereira',
          birth_date: document_type === 'cpf' ? birth_date : null,
          cellphone: '11988887777',
          email: `ana${count}@exemplo.com.br`,
          password,
        },
      })
      const customer = await findByDocument(database.db, vault.indexOf('customer.document', document_id))
      if (!customer) throw new Error('The customer was not found')
      const browser = new TestBrowser(url)
      browser.cookies.set('sid', customer.id)
      return { customer_id: customer.id, browser }
    },
    campaign: ({ kind = 'event_tickets', slug, ...change } = {}) => {
      const { regulation_version: _regulation, terms_version: _terms, ...plan } = planOf(change)
      return seedCampaign(
        deps,
        { slug: slug ?? `natal-${(count += 1)}`, kind, plan, regulation_html: '<p>Regulamento.</p>' },
        { author_id: 'ana', approver_id: 'bia' },
      )
    },
  }
}
