import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { changeCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import {
  approveRegulationCall,
  proposeRegulationCall,
  type Extension,
} from '@clube/contract/campaigns/regulation-calls.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction, openDatabase, type Database } from '../../db/database.ts'
import { searchAudit } from '../audit/index.ts'
import { acceptDocument, publishDocument } from '../consent/index.ts'
import type { MessageTexts } from '../messaging/index.ts'
import type { Campaign } from './campaign.ts'
import { advanceCampaigns } from './campaign-state-store.ts'
import { noopPromotion, useCampaignsClub } from './campaigns-club.testing.ts'
import { approveRegulation } from './change-regulation.ts'
import type { RegulationDeps } from './deps.ts'
import { notifyOfRegulationChange } from './notify-regulation-change.ts'
import { bindRegulationChanges } from './regulation-routes.ts'

let deps: RegulationDeps
let kindErrors: FieldError[] = []
let messages: MessageTexts[] = []

const club = useCampaignsClub(
  {
    event_tickets: { ...noopPromotion, extensionErrors: async () => kindErrors },
    scratch_card: noopPromotion,
  },
  (binder, given) => {
    deps = Object.assign(Object.create(given.deps) as typeof given.deps, {
      jobs: { enqueue: async () => {} },
      notify: async (_tx: unknown, notice: { texts: MessageTexts }) => void messages.push(notice.texts),
    })
    bindRegulationChanges(binder, deps)
  },
)

let other: Database
beforeAll(() => {
  other = openDatabase(club.database.url, { poolSize: 2 })
})
afterAll(() => other.close())
beforeEach(() => {
  ;[kindErrors, messages] = [[], []]
})

const end = new Date('2026-12-25T01:00:00Z')
const beforeEnd = new Date(end.getTime() - 1)
const newEnd = '2027-01-01T03:00:00.000Z'

const marketing = () => club.staff('ana', 'marketing')

const publish = ({ slug: scope }: Campaign) =>
  publishDocument(club.database.db, {
    kind: 'promotion_regulation',
    scope,
    version: '2.0',
    html: '<p>Regulamento prorrogado.</p>',
    now: club.clock.now(),
  })

const sendProposal = (
  { id: campaign_id }: Campaign,
  change: Partial<Extension> = {},
  authority_reference: string | null = null,
) => {
  const extension = { ends_at: newEnd, redeem_until: null, authorized_until: null, ...change }
  return marketing().send(proposeRegulationCall, {
    body: { campaign_id, version: '2.0', authority_reference, extension },
  })
}

/** Publishes version 2.0 and proposes it with a later end. */
const propose = async (campaign: Campaign, change?: Partial<Extension>) => {
  await publish(campaign)
  return sendProposal(campaign, change)
}

const proposeExtension = async () => {
  const campaign = await club.campaign()
  const response = await propose(campaign)
  if (!response.ok) throw new Error(JSON.stringify(response))
  return { campaign, change_id: response.data.change_id }
}

const periodOf = async ({ id }: Campaign) => {
  const { state, ends_at, regulation_version } = await club.database.db
    .selectFrom('campaign')
    .select(['state', 'ends_at', 'regulation_version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [state, ends_at.toISOString(), regulation_version]
}
const extended = ['active', newEnd, '2.0']
const ended = ['ended', end.toISOString(), '1.0']

/** Whether a connection waits for a lock. */
const hasLockWaiter = async (): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    other.db,
  )
  return rows.length > 0
}

/** The approval, a millisecond before the end. */
const approve = (change_id: string, audit: RegulationDeps['audit'] = deps.audit) => {
  const approvalDeps = Object.assign(Object.create(deps) as RegulationDeps, { clock: () => beforeEnd, audit })
  return approveRegulation(approvalDeps, { change_id, staff_id: 'bia' })
}

test('a running campaign ends later once a second person approves the regulation that states the later end', async () => {
  const { campaign, change_id } = await proposeExtension()
  const ends = async () => {
    const response = await club.visitor().send(readCampaignCall, { params: { slug: campaign.slug } })
    return response.ok && response.data.ends_at
  }
  expect(await ends()).toBe(end.toISOString())
  const proposer = club.staff('ana', 'approver')
  expect((await proposer.send(approveRegulationCall, { body: { change_id } })).status).toBe(403)
  const approved = await club.staff('bia', 'approver').send(approveRegulationCall, { body: { change_id } })
  expect(approved).toMatchObject({
    status: 200,
    data: { extension: { ends_at: newEnd, former_ends_at: end.toISOString() } },
  })
  expect(await ends()).toBe(newEnd)
  const { lines } = await searchAudit(club.database.db, { subject_id: campaign.id, cursor: null, limit: 10 })
  const dates = 'o término passa de 24/12/2026 às 22h para 01/01/2027 às 0h.'
  expect(lines.map(({ sentence }) => sentence).filter((sentence) => sentence.endsWith(dates))).toHaveLength(2)
})

test('customers who accepted the previous regulation are notified of the campaign’s new end', async () => {
  const campaign = await club.campaign()
  const { customer_id } = await club.join()
  const version = { kind: 'promotion_regulation', scope: campaign.slug, version: '1.0' }
  const origin = { customer_id, ip: '127.0.0.1', service_channel: 'site', now: club.clock.now() }
  await inTransaction(club.database.db, (tx) => acceptDocument(tx, version, origin))
  const response = await propose(campaign)
  const change_id = response.ok ? response.data.change_id : ''
  await approve(change_id)
  await notifyOfRegulationChange(deps, change_id)
  expect(messages).toHaveLength(1)
  expect(messages[0]?.subject).toBe('A promoção foi prorrogada')
  expect(messages[0]?.paragraphs[0]).toMatch(
    /foi prorrogada: o término passa de 24\/12\/2026 às 22h para 01\/01\/2027 às 0h\.$/,
  )
})

test('a campaign that reached its end, or that staff ended, cannot be extended', async () => {
  const campaign = await club.campaign()
  const body = { campaign_id: campaign.id, event: 'end' as const }
  const { change_id } = await proposeExtension()
  await marketing().send(changeCampaignCall, { body })
  expect(await propose(campaign)).toMatchObject({ status: 409, code: 'campaigns.not-running' })
  club.clock.set(end.toISOString())
  const approval = await club.staff('bia', 'approver').send(approveRegulationCall, { body: { change_id } })
  club.clock.set('2026-12-10T15:00:00Z')
  expect(approval).toMatchObject({ status: 409, code: 'campaigns.not-running' })
})

test('errors of an extension are reported under its fields, including those of the campaign’s kind', async () => {
  const campaign = await club.campaign()
  expect(await propose(campaign, { ends_at: end.toISOString() })).toMatchObject({
    status: 422,
    errors: [{ path: 'extension.ends_at', message: 'O novo término deve ser depois do atual.' }],
  })
  kindErrors = [{ path: 'ends_at', message: 'Nenhuma sessão depois.' }]
  expect(await propose(await club.campaign())).toMatchObject({
    errors: [{ path: 'extension.ends_at', message: 'Nenhuma sessão depois.' }],
  })
  kindErrors = []
  const { campaign: proposed, change_id } = await proposeExtension()
  kindErrors = [{ path: 'ends_at', message: 'Nenhuma sessão depois.' }]
  await expect(approve(change_id)).rejects.toMatchObject({ code: 'campaigns.extension-outdated' })
  expect(await periodOf(proposed)).toEqual(['active', end.toISOString(), '1.0'])
})

test('an authorized campaign is extended only with the authority’s reference and within the authorized period', async () => {
  const campaign = await club.campaign({
    kind: 'scratch_card',
    legal: {
      certificate_number: '04.012345/2026',
      authority: 'SPA/MF',
      prize_list: [{ title: 'Vale', quantity: 1, value_cents: 100 }],
    },
  })
  expect(await propose(campaign, { authorized_until: '2026-12-31' })).toMatchObject({
    errors: [{ path: 'authority_reference' }],
  })
  const paths = async (authorized_until: string | null) => {
    const dates = { authorized_until }
    const response = await sendProposal(campaign, dates, 'Ofício SPA 12/2026')
    return response.ok ? [] : response.errors?.map(({ path }) => path)
  }
  expect(await paths(null)).toEqual(['extension.authorized_until'])
  expect(await paths('2026-12-30')).toEqual(['extension.ends_at'])
  expect(await paths('2026-12-31')).toEqual([])
})

test('a campaign whose extension commits first is not ended by a concurrent job', async () => {
  const { campaign, change_id } = await proposeExtension()
  let ending = Promise.resolve()
  await approve(change_id, async (...line) => {
    // The job waits for the row that the extension has changed but not yet committed.
    let isDone = false
    ending = advanceCampaigns(other.db, end).finally(() => {
      isDone = true
    })
    while (!isDone && !(await hasLockWaiter()));
    await deps.audit(...line)
  })
  await ending
  expect(await periodOf(campaign)).toEqual(extended)
})

test('a campaign that a concurrent job ends first is not extended', async () => {
  const { campaign, change_id } = await proposeExtension()
  const approval = await inTransaction(other.db, async (tx) => {
    await advanceCampaigns(tx, end)
    return { result: approve(change_id).catch((error: unknown) => error) }
  })
  expect(await approval.result).toMatchObject({ code: 'campaigns.not-running' })
  expect(await periodOf(campaign)).toEqual(ended)
})

test('over two connection pools, a campaign is either extended or ended', async () => {
  for (let round = 0; round < 12; round += 1) {
    const { campaign, change_id } = await proposeExtension()
    const [approval] = await Promise.allSettled([
      approve(change_id),
      ...Array.from({ length: 4 }, () => advanceCampaigns(other.db, end)),
    ])
    expect(await periodOf(campaign)).toEqual(approval.status === 'fulfilled' ? extended : ended)
  }
})
