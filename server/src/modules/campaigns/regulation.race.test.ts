import { sql } from 'kysely'
import { startTransaction } from './start-transaction.ts'
import {
  approveRegulationCall,
  listRegulationChangesCall,
  proposeRegulationCall,
  returnRegulationCall,
  reviewRegulationChangesCall,
  withdrawRegulationCall,
} from '@clube/contract/campaigns/regulation-calls.ts'
import {
  approveCampaignCall,
  createCampaignCall,
  staffListCampaignsCall,
  submitCampaignCall,
} from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import { staffListDocumentsCall } from '@clube/contract/consent/staff-calls.ts'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { inTransaction, openDatabase, type Database, type Db } from '../../db/database.ts'
import { searchAudit } from '../audit/index.ts'
import { acceptDocument, publishDocument } from '../consent/index.ts'
import type { Campaign } from './campaign.ts'
import { noopPromotion, planOf, useCampaignsClub } from './campaigns-club.testing.ts'
import { countInReview } from './campaign-store.ts'
import { approveRegulation, returnRegulation } from './change-regulation.ts'
import { countProposed } from './regulation-store.ts'
import type { RegulationDeps } from './deps.ts'
import { bindRegulationChanges } from './regulation-routes.ts'
import { notifyOfRegulationChange, resumeRegulationNotices } from './notify-regulation-change.ts'

let notified: string[] = []
let queued: object[] = []
/** Sending fails after the given number of messages, as if the process were killed. */
let failsAfter = Infinity
let deps: RegulationDeps

const club = useCampaignsClub(
  { event_tickets: noopPromotion, scratch_card: noopPromotion },
  (binder, given) => {
    deps = Object.assign(Object.create(given.deps) as typeof given.deps, {
      jobs: { enqueue: async (_tx: unknown, _queue: unknown, data: object) => void queued.push(data) },
      notify: async (_tx: unknown, { customer_id }: { customer_id: string }) => {
        if (notified.length >= failsAfter) throw new Error('killed')
        notified.push(customer_id)
      },
    })
    bindRegulationChanges(binder, deps)
  },
)

let pools: Database[] = []
beforeAll(() => {
  pools = [1, 2].map(() => openDatabase(club.database.url, { poolSize: 10 }))
})
afterAll(() => Promise.all(pools.map((pool) => pool.close())))
beforeEach(() => {
  ;[notified, queued, failsAfter] = [[], [], Infinity]
})

const marketing = (id = 'ana') => club.staff(id, 'marketing')
const approver = (id = 'bia') => club.staff(id, 'approver')

const publish = ({ slug: scope }: Campaign, version: string, db: Db = club.database.db) =>
  publishDocument(db, {
    kind: 'promotion_regulation',
    scope,
    version,
    html: `<p>Regulamento ${version}.</p>`,
    now: club.clock.now(),
  })

const propose = (campaign: Campaign, version: string, authority_reference: string | null = null) =>
  marketing().send(proposeRegulationCall, {
    body: { campaign_id: campaign.id, version, authority_reference, extension: null },
  })

/** A running campaign with a proposed change to version 2.0. */
const proposeChange = async (change: Parameters<typeof club.campaign>[0] = {}) => {
  const campaign = await club.campaign(change)
  await publish(campaign, '2.0')
  const response = await propose(campaign, '2.0', 'Ofício SPA 12/2026')
  if (!response.ok) throw new Error(JSON.stringify(response))
  return { campaign, change_id: response.data.change_id }
}

const versionOf = async ({ id }: Campaign) =>
  (
    await club.database.db
      .selectFrom('campaign')
      .select('regulation_version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).regulation_version

const accept = async ({ slug: scope }: Campaign, version: string, customer_id: string) => {
  const origin = { customer_id, ip: '127.0.0.1', service_channel: 'site', now: club.clock.now() }
  await inTransaction(club.database.db, (tx) =>
    acceptDocument(tx, { kind: 'promotion_regulation', scope, version }, origin),
  )
}

test('a running campaign adopts a new version of its regulation after a proposal and another person’s approval', async () => {
  const { campaign, change_id } = await proposeChange()
  expect(await versionOf(campaign)).toBe('1.0')
  const waiting = await approver().send(reviewRegulationChangesCall)
  expect(waiting.ok && waiting.data.map((change) => change.change_id)).toContain(change_id)
  expect(await propose(campaign, '2.0')).toMatchObject({ status: 409, code: 'campaigns.regulation-proposed' })
  const proposer = club.staff('ana', 'approver')
  expect(await proposer.send(approveRegulationCall, { body: { change_id } })).toMatchObject({
    status: 403,
    code: 'campaigns.regulation-same-person',
  })
  const response = await approver().send(approveRegulationCall, { body: { change_id } })
  expect(response).toMatchObject({
    status: 200,
    data: { state: 'approved', former_version: '1.0', proposed_by: 'ana', decided_by: 'bia' },
  })
  expect(await versionOf(campaign)).toBe('2.0')
  expect(queued).toEqual([{ change_id }])
  expect(await approver().send(approveRegulationCall, { body: { change_id } })).toMatchObject({
    status: 409,
    code: 'campaigns.regulation-decided',
  })
  const { lines } = await searchAudit(club.database.db, { subject_id: campaign.id, cursor: null, limit: 10 })
  expect(lines.map(({ sentence }) => sentence)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Propôs a versão 2\.0 do regulamento da promoção .+ \(número \d+\)/),
      expect.stringMatching(/^Aprovou a versão 2\.0 do regulamento .* autorizada por Ofício SPA 12\/2026\.$/),
    ]),
  )
})

test('a regulation proposal requires a version in force, and the authority’s reference if the kind requires a certificate', async () => {
  const campaign = await club.campaign()
  const errorsOf = async (version: string) => {
    const response = await propose(campaign, version)
    return 'errors' in response && response.errors
  }
  expect(await errorsOf('2.0')).toEqual([
    { path: 'version', message: 'Publique esta versão do regulamento antes.' },
  ])
  expect(await errorsOf('1.0')).toEqual([
    { path: 'version', message: 'A promoção já segue esta versão do regulamento.' },
  ])
  const scratch = await club.campaign({
    kind: 'scratch_card',
    legal: {
      certificate_number: '04.012345/2026',
      authority: 'SPA/MF',
      prize_list: [{ title: 'Vale', quantity: 1, value_cents: 100 }],
    },
  })
  await publish(scratch, '2.0')
  expect(await propose(scratch, '2.0', ' ')).toMatchObject({
    status: 422,
    errors: [{ path: 'authority_reference', message: 'Este campo não pode estar vazio' }],
  })
  expect((await propose(scratch, '2.0', 'Ofício SPA 12/2026')).status).toBe(200)
})

test('a regulation change can be withdrawn, cannot be approved once a later version is published, and can be proposed again', async () => {
  const { campaign, change_id } = await proposeChange()
  await publish(campaign, '3.0')
  expect(await approver().send(approveRegulationCall, { body: { change_id } })).toMatchObject({
    status: 409,
    code: 'campaigns.regulation-outdated',
  })
  expect(await versionOf(campaign)).toBe('1.0')
  expect(await marketing().send(withdrawRegulationCall, { body: { change_id } })).toMatchObject({
    status: 200,
    data: { state: 'withdrawn' },
  })
  expect((await propose(campaign, '3.0')).status).toBe(200)
  const all = await marketing().send(listRegulationChangesCall, { query: { campaign_id: campaign.id } })
  expect(all.ok && all.data.map(({ version, state }) => [version, state])).toEqual([
    ['3.0', 'proposed'],
    ['2.0', 'withdrawn'],
  ])
})

test('a returned regulation change shows its reason, and can be proposed again or withdrawn', async () => {
  const { campaign, change_id } = await proposeChange()
  const reason = 'Falta a data do sorteio.'
  const returnProposal = (id: string) =>
    approver().send(returnRegulationCall, { body: { change_id: id, reason: ` ${reason} ` } })
  expect(await approver().send(returnRegulationCall, { body: { change_id, reason: ' ' } })).toMatchObject({
    status: 422,
    errors: [{ path: 'reason' }],
  })
  expect(await returnProposal(change_id)).toMatchObject({
    status: 200,
    data: { state: 'withdrawn', is_returned: true, review_note: reason, decided_by: 'bia' },
  })
  const decided = { status: 409, code: 'campaigns.regulation-decided' }
  expect(await returnProposal(change_id)).toMatchObject(decided)
  expect(await approver().send(approveRegulationCall, { body: { change_id } })).toMatchObject(decided)
  const queue = await approver().send(reviewRegulationChangesCall)
  expect(queue.ok && queue.data.map((change) => change.change_id)).not.toContain(change_id)
  expect(await versionOf(campaign)).toBe('1.0')
  const isMarked = async () => {
    const list = await marketing().send(staffListCampaignsCall)
    return list.ok && list.data.find(({ campaign_id }) => campaign_id === campaign.id)?.has_returned_change
  }
  expect(await isMarked()).toBe(true)

  const secondProposal = await propose(campaign, '2.0')
  const second = secondProposal.ok ? secondProposal.data.change_id : ''
  expect(await isMarked()).toBe(false)
  expect(await returnProposal(second)).toMatchObject({ status: 200 })
  expect(await marketing().send(withdrawRegulationCall, { body: { change_id: second } })).toMatchObject({
    status: 200,
    data: { state: 'withdrawn', is_returned: false, review_note: reason },
  })
  expect(await marketing().send(withdrawRegulationCall, { body: { change_id: second } })).toMatchObject(
    decided,
  )
  const { lines } = await searchAudit(club.database.db, { subject_id: campaign.id, cursor: null, limit: 10 })
  expect(lines.map(({ sentence }) => sentence)).toContain('Devolveu a proposta da versão 2.0 do regulamento.')
})

test('a regulation change whose campaign has ended can still be returned', async () => {
  const { campaign, change_id } = await proposeChange()
  await club.database.db
    .updateTable('campaign')
    .set({ state: 'ended' })
    .where('id', '=', campaign.id)
    .execute()
  expect(await approver().send(approveRegulationCall, { body: { change_id } })).toMatchObject({
    code: 'campaigns.not-running',
  })
  expect(
    await approver().send(returnRegulationCall, { body: { change_id, reason: 'A promoção terminou.' } }),
  ).toMatchObject({ status: 200 })
})

/** The dependencies with one of two connection pools. */
const depsAt = (i: number): RegulationDeps => {
  const poolDeps = Object.assign(Object.create(deps) as RegulationDeps, {})
  Object.defineProperty(poolDeps, 'db', { value: pools[i % 2]?.db })
  return poolDeps
}

test('a regulation change that is approved and returned concurrently gets exactly one of the two decisions', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { campaign, change_id } = await proposeChange()
    queued = []
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) =>
        i % 2 === round % 2
          ? approveRegulation(depsAt(i), { change_id, staff_id: `approver-${i}` })
          : returnRegulation(depsAt(i), { change_id, reason: 'Falta a data.', staff_id: `approver-${i}` }),
      ),
    )
    const [done, ...more] = attempts.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(more).toEqual([])
    for (const attempt of attempts)
      if (attempt.status === 'rejected')
        expect(attempt.reason).toMatchObject({ code: 'campaigns.regulation-decided' })
    const isApproved = done?.state === 'approved'
    expect(await versionOf(campaign)).toBe(isApproved ? '2.0' : '1.0')
    expect(queued).toEqual(isApproved ? [{ change_id }] : [])
  }
})

test('only one of several concurrent approvals of a regulation change succeeds', async () => {
  const { campaign, change_id } = await proposeChange()
  const attempts = await Promise.allSettled(
    Array.from({ length: 12 }, (_, i) =>
      approveRegulation(depsAt(i), { change_id, staff_id: `approver-${i}` }),
    ),
  )
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const attempt of attempts)
    if (attempt.status === 'rejected')
      expect(attempt.reason).toMatchObject({ code: 'campaigns.regulation-decided' })
  expect(queued).toEqual([{ change_id }])
  expect(await versionOf(campaign)).toBe('2.0')
})

test('no other regulation version can be published between the check of an approved version and its commit', async () => {
  const { campaign, change_id } = await proposeChange()
  const timeLimited = openDatabase(club.database.url, { poolSize: 1 })
  await sql`set lock_timeout = '200ms'`.execute(timeLimited.db)
  onTestFinished(() => timeLimited.close())
  let publishing: Promise<unknown> = Promise.resolve('not attempted')
  const publishingDeps = Object.assign(Object.create(deps) as RegulationDeps, {
    // The last step of the approval, after the version was checked.
    audit: async (...line: Parameters<RegulationDeps['audit']>) => {
      publishing = publish(campaign, '3.0', timeLimited.db).then(
        () => 'published',
        (error: unknown) => error,
      )
      await publishing
      await deps.audit(...line)
    },
  })
  await approveRegulation(publishingDeps, { change_id, staff_id: 'bia' })
  expect(await publishing).toBeInstanceOf(Error)
  expect(await versionOf(campaign)).toBe('2.0')
  await publish(campaign, '3.0', timeLimited.db)
  expect((await propose(campaign, '3.0')).status).toBe(200)
})

test('people who accepted the previous regulation or participated under it are notified once, even after a crash', async () => {
  const campaign = await club.campaign()
  const people = await Promise.all(Array.from({ length: 5 }, () => club.join()))
  const [participant, laterAcceptor, ...acceptors] = people.map(({ customer_id }) => customer_id)
  for (const customer_id of acceptors) await accept(campaign, '1.0', customer_id)
  const start = {
    customer_id: participant ?? '',
    identified_session_id: null,
    campaign_id: campaign.id,
    kind: 'event_tickets' as const,
    purchase_ids: [],
    service_channel: 'site',
  }
  await startTransaction(club.deps, start)
  await publish(campaign, '2.0')
  await accept(campaign, '2.0', laterAcceptor ?? '')
  const response = await propose(campaign, '2.0')
  const change_id = response.ok ? response.data.change_id : ''
  await notifyOfRegulationChange(deps, change_id)
  expect(notified).toEqual([])
  club.clock.advance(60_000)
  await approveRegulation(deps, { change_id, staff_id: 'bia' })
  failsAfter = 2
  // A batch is notified completely or not at all.
  await expect(notifyOfRegulationChange(deps, change_id)).rejects.toThrow('killed')
  ;[notified, failsAfter] = [[], Infinity]
  await Promise.all([notifyOfRegulationChange(deps, change_id), resumeRegulationNotices(deps)])
  await notifyOfRegulationChange(deps, change_id)
  expect(new Set(notified)).toEqual(new Set([...acceptors, participant]))
  expect(notified).toHaveLength(acceptors.length + 1)
})

test('a member’s own proposals and campaigns are not counted as waiting for that member', async () => {
  const counts = async (staff_id: string) => [
    await countProposed(club.database.db, staff_id),
    await countInReview(club.database.db, { kinds: ['event_tickets'], staff_id, limit: 100 }),
  ]
  const [own, others] = [await counts('ana'), await counts('bia')]
  await proposeChange()
  const inReview = await club.campaign()
  await club.database.db
    .updateTable('campaign')
    .set({ state: 'in_review', approved_by: null })
    .where('id', '=', inReview.id)
    .execute()
  expect(await counts('ana')).toEqual(own)
  expect(await counts('bia')).toEqual(others.map((count) => count + 1))
})

test('a published regulation is not in force before its campaign is approved', async () => {
  const body = {
    slug: 'pascoa-no-ipe',
    kind: 'event_tickets' as const,
    ...planOf(),
    starts_at: '2026-12-01T13:00:00.000Z',
    ends_at: '2026-12-25T01:00:00.000Z',
    redeem_until: null,
  }
  const created = await marketing().send(createCampaignCall, { body })
  if (!created.ok) throw new Error(JSON.stringify(created))
  const { campaign_id } = created.data
  const scope = body.slug
  await publish({ slug: scope } as Campaign, '1.0')
  const state = async () => {
    const read = await club.visitor().send(readConsentDocumentCall, {
      params: { kind: 'promotion_regulation' },
      query: { scope },
    })
    const listed = await marketing().send(staffListDocumentsCall)
    return [
      read.ok && read.data.state,
      listed.ok && listed.data.find((document) => document.scope === scope)?.state,
    ]
  }
  expect(await state()).toEqual(['pending', 'pending'])
  expect(await marketing().send(submitCampaignCall, { body: { campaign_id } })).toMatchObject({ status: 200 })
  expect(await state()).toEqual(['pending', 'pending'])
  const { revision } = created.data
  expect(await approver().send(approveCampaignCall, { body: { campaign_id, revision } })).toMatchObject({
    status: 200,
  })
  expect(await state()).toEqual(['active', 'active'])
})

test('a published version is pending until the campaign follows it, and the version it follows stays in force', async () => {
  const { campaign, change_id } = await proposeChange()
  const states = async () => {
    const listed = await club.staff('ana', 'marketing').send(staffListDocumentsCall)
    if (!listed.ok) throw new Error(listed.message)
    const read = async (version?: string) => {
      const query = { scope: campaign.slug, ...(version === undefined ? {} : { version }) }
      const response = await club.visitor().send(readConsentDocumentCall, {
        params: { kind: 'promotion_regulation' },
        query,
      })
      if (!response.ok) throw new Error(response.message)
      return `${response.data.version} ${response.data.state}`
    }
    return {
      listed: listed.data
        .filter(({ scope }) => scope === campaign.slug)
        .map(({ version, state }) => `${version} ${state}`),
      current: await read(),
      older: await read('1.0'),
    }
  }
  expect(await states()).toEqual({
    listed: ['2.0 pending', '1.0 active'],
    current: '1.0 active',
    older: '1.0 active',
  })
  await approver().send(approveRegulationCall, { body: { change_id } })
  expect(await states()).toEqual({
    listed: ['2.0 active', '1.0 inactive'],
    current: '2.0 active',
    older: '1.0 inactive',
  })
})
