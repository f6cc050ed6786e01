import { randomUUID } from 'node:crypto'
import { startTransactionCall, reverseTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { filePath, type ServedFile } from '@clube/contract/kernel/served-file.ts'
import type { BrandRules } from '@clube/contract/new-project/brand.ts'
import { addProjectFileCall, registerProjectCall } from '@clube/contract/new-project/calls.ts'
import type { NewProjectSettings } from '@clube/contract/new-project/settings.ts'
import {
  approveProjectCall,
  importPurchasesCall,
  listProjectsCall,
  openProjectCall,
  rejectProjectCall,
} from '@clube/contract/new-project/staff-calls.ts'
import sharp from 'sharp'
import { afterAll } from 'vitest'
import { systemRandom } from '../../adapters/random/system-random.ts'
import { grantedPoints, promotionPointsOf } from '../../main/promotions.ts'
import type { VirusScanner } from '../../ports/virus-scanner.ts'
import { TestBrowser, type ApiResponse } from '../../testing/browser.ts'
import { createMemoryPhotoStore } from '../../testing/memory-photo-store.ts'
import { useCampaignsClub } from '../campaigns/campaigns-club.testing.ts'
import {
  noCredit,
  noPurchases,
  returnParticipations,
  type CustomerNotice,
  type PromotionDeps,
} from '../campaigns/index.ts'
import { createLimits } from '../limits/index.ts'
import { sender } from '../messaging/message-rules.testing.ts'
import { createPhotoDecoder } from '../photos/index.ts'
import { createNewProjectPromotion } from './promotion.ts'
import { seedBrand } from './seed-projects.ts'

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

export const brandRules: BrandRules = {
  name: 'Casa Nova',
  purchase_format: 'AA-999999',
  purchase_example: 'CN-204817',
  registration_format: "'RRT'-9{8}",
  registration_example: 'RRT-13204577',
  audience: ['cpf', 'cnpj'],
  limit_per_customer: null,
  requires_imported_purchase: false,
}

/** A brand of the test. */
export type TestBrand = { readonly id: string; readonly slug: string }
type Person = { readonly customer_id: string; readonly browser: TestBrowser }
type TestCampaign = { readonly id: string; readonly brand: TestBrand }
type Numbers = { purchase_number: string; project_registration_number: string }

/** Members who are the same person as a customer, as `staff customer`. */
const samePeople = new Set<string>()

/** Campaigns of brand projects over HTTP; without a virus scanner, unless one is given. */
export const useProjectClub = ({ scanner = null }: { scanner?: VirusScanner | null } = {}) => {
  const notices: CustomerNotice[] = []
  const store = createMemoryPhotoStore(() => club.clock.now())
  const decoder = createPhotoDecoder({ onEnd: () => {} })
  afterAll(() => decoder.close())
  const points = promotionPointsOf({
    passwordless_sessions: { may: 'participate', points_per_day: 0 },
    points: { lifetime_days: 365 },
    time_zone: defaultTimeZone,
  })
  const deps: PromotionDeps = {
    get db() {
      return club.database.db
    },
    get clock() {
      return club.clock.now
    },
    time_zone: defaultTimeZone,
    get vault() {
      return club.vault
    },
    get audit() {
      return club.audit
    },
    jobs: { enqueue: async () => {} },
    random: systemRandom,
    points,
    credit: noCredit,
    returnParticipations: (tx, input) => returnParticipations({ purchases: noPurchases, points }, tx, input),
    askForRating: async () => {},
    sender,
    namesOfStaff: async (_db, ids) => new Map(ids.map((id) => [id, { name: `Nome de ${id}` }])),
    notify: async (_tx, notice) => {
      notices.push(notice)
    },
  }
  const promotion = createNewProjectPromotion(deps, {
    photos: { store, key: Buffer.alloc(32, 'p'), decoder },
    scanner,
    limits: { spend: (...input) => createLimits(club.database.db).spend(...input) },
    isSamePerson: async (_db, { staff_id, customer_id }) => samePeople.has(`${staff_id} ${customer_id}`),
    grantedPoints,
  })
  const club: ReturnType<typeof useCampaignsClub> = useCampaignsClub({ new_project: promotion })
  let count = 100_000

  /** A brand with rules in force. */
  const brand = async (
    rules: Partial<BrandRules> = {},
    purchases: readonly string[] = [],
  ): Promise<TestBrand> => {
    const slug = `marca-${randomUUID()}`
    const id = await seedBrand(club.database.db, {
      slug,
      rules: { ...brandRules, ...rules },
      proposed: null,
      purchases,
      author_id: 'ana',
      approver_id: 'bia',
      now: club.clock.now(),
    })
    return { id, slug }
  }

  /** An active campaign of a brand. */
  const campaign = async (
    settings: Partial<Omit<NewProjectSettings, 'brand_id'>> = {},
    rules: Partial<BrandRules> | TestBrand = {},
    change: Parameters<typeof club.campaign>[0] = {},
  ) => {
    const owner = 'slug' in rules ? rules : await brand(rules)
    const created = await club.campaign({
      kind: 'new_project',
      audience: { document_types: ['cpf', 'cnpj'], minimum_age: null },
      settings: { brand_id: owner.id, points: 500, answer_days: 7, ...settings },
      ...change,
    })
    return { ...created, brand: owner }
  }

  /** Numbers that no other project has. */
  const numbers = (): Numbers => {
    count += 1
    return { purchase_number: `CN-${count}`, project_registration_number: `RRT-${10_000_000 + count}` }
  }

  const start = async ({ browser }: Person, campaign_id: string): Promise<string> => {
    const body = { campaign_id, kind: 'new_project' as const }
    return dataOf(await browser.send(startTransactionCall, { body })).transaction_id
  }

  /** Completes an open participation. */
  const complete = (
    { browser }: Person,
    { id, brand: { slug } }: TestCampaign,
    transaction_id: string,
    typed: Numbers = numbers(),
  ) =>
    browser.send(registerProjectCall, {
      params: { brand: slug },
      body: { transaction_id, promotion_id: id, ...typed },
    })

  /** Opens a participation and registers a project with it. */
  const register = async (person: Person, to: TestCampaign, typed: Numbers = numbers()) =>
    complete(person, to, await start(person, to.id), typed)

  const analyst = ({ id }: TestBrand, staff_id = 'nat'): TestBrowser => {
    const browser = new TestBrowser(club.url)
    browser.cookies.set('staff', `${staff_id}.brand_analyst.brand=${id}`)
    return browser
  }

  const upload = (
    path: string,
    browser: TestBrowser,
    { fields = {}, bytes, type }: { fields?: Record<string, string>; bytes: Uint8Array; type: string },
  ) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob([new Uint8Array(bytes)], { type }), 'arquivo')
    return browser.raw('POST', path, form)
  }

  return {
    ...club,
    // A getter, because the URL is known only once the server listens.
    get url() {
      return club.url
    },
    projectDeps: deps,
    promotion,
    notices,
    store,
    brand,
    newCampaign: campaign,
    numbers,
    start,
    complete,
    register,
    analyst,
    /** Makes the staff member and the customer one person. */
    makeSamePerson: (staff_id: string, customer_id: string) => samePeople.add(`${staff_id} ${customer_id}`),
    list: (browser: TestBrowser, query: Record<string, string> = {}) =>
      browser.send(listProjectsCall, { query }),
    open: (browser: TestBrowser, project_id: string) =>
      browser.send(openProjectCall, { body: { project_id } }),
    approve: (browser: TestBrowser, project_id: string) =>
      browser.send(approveProjectCall, { body: { project_id } }),
    reject: (browser: TestBrowser, project_id: string, reason = 'O número é de outro pedido.') =>
      browser.send(rejectProjectCall, { body: { project_id, reason } }),
    reverse: (protocol: string) =>
      club
        .staff('bia', 'approver')
        .send(reverseTransactionCall, { body: { protocol, reason: 'Pedido no balcão.' } }),
    addFile: (browser: TestBrowser, project_id: string, bytes: Uint8Array, type = 'image/jpeg') =>
      upload(addProjectFileCall.path, browser, { fields: { project_id }, bytes, type }),
    importCsv: (browser: TestBrowser, csv: string | Uint8Array) =>
      upload(importPurchasesCall.path, browser, {
        bytes: typeof csv === 'string' ? Buffer.from(csv) : csv,
        type: 'text/csv',
      }),
    /** Loads a file with the browser's session. */
    load: async (browser: TestBrowser, file: ServedFile | string, params: Record<string, string> = {}) => {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const path = typeof file === 'string' ? file : filePath(file, params)
      const response = await fetch(club.url + path, { headers: { cookie } })
      return {
        status: response.status,
        headers: response.headers,
        content: Buffer.from(await response.arrayBuffer()),
      }
    },
    stateOf: async (project_id: string) => {
      const { state } = await club.database.db
        .selectFrom('brand_project')
        .select('state')
        .where('id', '=', project_id)
        .executeTakeFirstOrThrow()
      return state
    },
    balanceOf: async (customer_id: string): Promise<number> => {
      const row = await club.database.db
        .selectFrom('points_balance')
        .select('balance')
        .where('customer_id', '=', customer_id)
        .executeTakeFirst()
      return row?.balance ?? 0
    },
    linesOf: (action: string) =>
      club.database.db
        .selectFrom('audit_line')
        .select(['actor_id', 'subject_id', 'sentence'])
        .where('action', '=', `new-project.${action}`)
        .orderBy('position')
        .execute(),
    photo: () =>
      sharp({ create: { width: 600, height: 400, channels: 3, background: '#a52' } })
        .jpeg()
        .toBuffer(),
  }
}
