import {
  approveCampaignCall,
  createCampaignCall,
  submitCampaignCall,
  updateCampaignCall,
} from '@clube/contract/campaigns/campaign-staff-calls.ts'
import { deleteDraftCall, listDraftsCall, saveDraftCall } from '@clube/contract/campaigns/draft-calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../db/database.ts'
import { publishDocument } from '../consent/index.ts'
import { noopPromotion, planOf, useCampaignsClub } from './campaigns-club.testing.ts'
import type { CampaignDeps } from './deps.ts'
import { createCampaign, updateCampaign } from './edit-campaign.ts'
import { saveDraft } from './edit-draft.ts'

const club = useCampaignsClub({ event_tickets: noopPromotion })

let other: Database
beforeAll(() => {
  other = openDatabase(club.database.url, { poolSize: 4 })
})
afterAll(() => other.close())

const author = (id = 'ana') => club.staff(id, 'marketing')

const save = async (
  values: Record<string, string>,
  draft: { draft_id: string; revision: number } | null = null,
) => {
  const response = await author().send(saveDraftCall, { body: { draft, values } })
  if (!response.ok) throw new Error(JSON.stringify(response))
  return response.data
}

/** A complete plan, as sent in calls. */
const body = (slug: string) => {
  const { starts_at, ends_at, ...plan } = planOf()
  const dates = { starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString(), redeem_until: null }
  return { slug, kind: 'event_tickets' as const, ...plan, ...dates }
}

test('a campaign draft can be saved with any fields missing and changed 40 days later', async () => {
  const empty = await save({})
  club.clock.advance(40 * 24 * 3_600_000)
  const { draft_id, revision } = empty
  const changed = await author('caio').send(saveDraftCall, {
    body: { draft: { draft_id, revision }, values: { title: 'Natal', starts_at: '' } },
  })
  expect(changed).toMatchObject({ data: { revision: 2, edited_by: ['ana', 'caio'] } })
  const list = await author().send(listDraftsCall)
  expect(list.ok && list.data.find((each) => each.draft_id === draft_id)?.values).toEqual({
    title: 'Natal',
    starts_at: '',
  })
  club.clock.set('2026-12-10T15:00:00Z')
})

test('a draft that another person changed is neither overwritten nor deleted', async () => {
  const { draft_id } = await save({ title: 'Natal' })
  await save({ title: 'Natal no Ipê' }, { draft_id, revision: 1 })
  const read = { draft_id, revision: 1 }
  const revised = { status: 409, code: 'campaigns.draft-revised' }
  expect(await author().send(saveDraftCall, { body: { draft: read, values: {} } })).toMatchObject(revised)
  expect(await author().send(deleteDraftCall, { body: read })).toMatchObject(revised)
  const latest = { draft_id, revision: 2 }
  expect((await author().send(deleteDraftCall, { body: latest })).status).toBe(200)
  expect(await author().send(deleteDraftCall, { body: latest })).toMatchObject({
    status: 404,
    code: 'campaigns.draft-unknown',
  })
})

test('a campaign replaces its draft, and nobody who edited the draft may approve the campaign', async () => {
  const { draft_id, revision } = await save({ title: 'Natal' })
  const slug = 'rascunho-concluido'
  await publishDocument(club.database.db, {
    kind: 'promotion_regulation',
    scope: slug,
    version: '1.0',
    html: '<p>Regulamento.</p>',
    now: club.clock.now(),
  })
  const created = await author('caio').send(createCampaignCall, {
    body: { ...body(slug), draft: { draft_id, revision } },
  })
  if (!created.ok) throw new Error(JSON.stringify(created))
  expect(created.data.edited_by).toEqual(['ana', 'caio'])
  const list = await author().send(listDraftsCall)
  expect(list.ok && list.data.map((each) => each.draft_id)).not.toContain(draft_id)
  const { campaign_id } = created.data
  await author('caio').send(submitCampaignCall, { body: { campaign_id } })
  const approval = { body: { campaign_id, revision: created.data.revision } }
  expect(await club.staff('ana', 'approver').send(approveCampaignCall, approval)).toMatchObject({
    status: 403,
    code: 'campaigns.same-person',
  })
  expect((await club.staff('bia', 'approver').send(approveCampaignCall, approval)).status).toBe(200)
})

test('a draft with an invalid field name or value is rejected', async () => {
  for (const values of [{ 'title;': 'Natal' }, { title: { nested: true } }, { title: 'x'.repeat(10_001) }])
    expect(
      (await author().send(saveDraftCall, { body: { draft: null, values: values as never } })).status,
    ).toBe(422)
})

test('over two connection pools, a draft is either changed or replaced by one campaign', async () => {
  const otherDeps: CampaignDeps = { ...club.deps, db: other.db }
  for (let round = 0; round < 12; round += 1) {
    const { draft_id, revision } = await save({ title: `Natal ${round}` })
    const draft = { draft_id, revision }
    const plan = planOf()
    const create = (deps: CampaignDeps, name: string) =>
      createCampaign(deps, {
        slug: `corrida-${round}-${name}`,
        kind: 'event_tickets',
        plan,
        draft,
        staff_id: 'ana',
      })
    const attempts = await Promise.allSettled([
      create(club.deps, 'a'),
      create(otherDeps, 'b'),
      saveDraft(otherDeps, { draft, values: { title: 'Outro' }, staff_id: 'caio' }),
    ])
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})

test('a complete draft that another person changed is not overwritten', async () => {
  const created = await author().send(createCampaignCall, { body: body('dois-editores') })
  if (!created.ok) throw new Error(JSON.stringify(created))
  const { campaign_id, revision } = created.data
  const { slug: _slug, kind: _kind, ...plan } = body('dois-editores')
  const change = (changes: { description?: string; summary?: string }) => ({
    body: { campaign_id, revision, ...plan, ...changes },
  })
  const first = await author().send(updateCampaignCall, change({ description: 'Música na praça.' }))
  expect(first).toMatchObject({ data: { revision: revision + 1 } })
  expect(await author('caio').send(updateCampaignCall, change({ summary: 'Um ovo.' }))).toMatchObject({
    status: 409,
    code: 'campaigns.draft-revised',
    message: expect.stringMatching(/^Outra pessoa alterou este rascunho/),
  })
})

test('over two connection pools, one of three changes to the same revision of a complete draft is saved', async () => {
  const otherDeps: CampaignDeps = { ...club.deps, db: other.db }
  for (let round = 0; round < 12; round += 1) {
    const plan = planOf()
    const slug = `dois-editores-${round}`
    const created = await createCampaign(club.deps, { slug, kind: 'event_tickets', plan, staff_id: 'ana' })
    const { id: campaign_id, revision } = created
    const update = (deps: CampaignDeps, staff_id: string) =>
      updateCampaign(deps, { campaign_id, revision, plan: { ...plan, summary: staff_id }, staff_id })
    const attempts = await Promise.allSettled([
      update(club.deps, 'ana'),
      update(otherDeps, 'caio'),
      update(club.deps, 'duda'),
    ])
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})

/** A campaign that is a draft with a complete plan. */
const createDraftCampaign = async (slug: string) => {
  const created = await author().send(createCampaignCall, { body: body(slug) })
  if (!created.ok) throw new Error(JSON.stringify(created))
  const { campaign_id, revision } = created.data
  return { campaign_id, revision }
}

const planBody = (slug: string) => {
  const { slug: _slug, kind: _kind, ...plan } = body(slug)
  return plan
}

test('incomplete changes to a campaign in draft state can be saved, and block its submission until they are completed', async () => {
  const campaign = await createDraftCampaign('primavera')
  const { campaign_id } = campaign
  await publishDocument(club.database.db, {
    kind: 'promotion_regulation',
    scope: 'primavera',
    version: '1.0',
    html: '<p>Regras.</p>',
    now: club.clock.now(),
  })
  const begun = await author('caio').send(saveDraftCall, {
    body: { draft: null, campaign, values: { title: '' } },
  })
  if (!begun.ok) throw new Error(JSON.stringify(begun))
  expect(begun.data).toMatchObject({ campaign_id, edited_by: ['caio'] })
  expect(await author().send(submitCampaignCall, { body: { campaign_id } })).toMatchObject({
    status: 422,
    errors: [{ path: 'draft' }],
  })
  const update = (draft?: { draft_id: string; revision: number }) =>
    author().send(updateCampaignCall, {
      body: { ...campaign, ...planBody('primavera'), ...(draft && { draft }) },
    })
  const revised = { status: 409, code: 'campaigns.draft-revised' }
  expect(await update()).toMatchObject(revised)
  const { draft_id, revision } = begun.data
  expect(await update({ draft_id, revision })).toMatchObject({
    status: 200,
    data: { edited_by: ['ana', 'caio'], missing: [] },
  })
  expect(await author().send(submitCampaignCall, { body: { campaign_id } })).toMatchObject({ status: 200 })
  const late = { draft: null, campaign: { campaign_id, revision: campaign.revision + 1 }, values: {} }
  expect(await author().send(saveDraftCall, { body: late })).toMatchObject({
    status: 409,
    code: 'campaigns.wrong-state',
  })
})

test('only one of several concurrent changes to a campaign, complete or incomplete, is saved', async () => {
  const campaign = await createDraftCampaign('verao')
  const { campaign_id, revision } = campaign
  const deps = [club.deps, Object.assign(Object.create(club.deps) as CampaignDeps)]
  Object.defineProperty(deps[1], 'db', { value: other.db })
  const attempts = await Promise.allSettled(
    Array.from({ length: 8 }, (_, i) => {
      const poolDeps = deps[i % 2] ?? club.deps
      const staff_id = `author-${i}`
      return i % 3 === 0
        ? updateCampaign(poolDeps, { campaign_id, revision, plan: planOf(), staff_id })
        : saveDraft(poolDeps, { draft: null, campaign, values: { title: '' }, staff_id })
    }),
  )
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const attempt of attempts)
    if (attempt.status === 'rejected')
      expect(attempt.reason).toMatchObject({ code: 'campaigns.draft-revised' })
})

test('a club has at most fifty incomplete drafts of new campaigns, even if more are started concurrently', async () => {
  const count = async () => {
    const list = await author().send(listDraftsCall)
    return list.ok ? list.data.filter(({ campaign_id }) => campaign_id === null).length : Number.NaN
  }
  const otherDeps = Object.assign(Object.create(club.deps) as CampaignDeps)
  Object.defineProperty(otherDeps, 'db', { value: other.db })
  const attempts = await Promise.allSettled(
    Array.from({ length: 60 }, (_, i) =>
      saveDraft(i % 2 === 0 ? club.deps : otherDeps, { draft: null, values: {}, staff_id: 'ana' }),
    ),
  )
  expect(attempts.some(({ status }) => status === 'rejected')).toBe(true)
  expect(await count()).toBe(50)
  expect(await author().send(saveDraftCall, { body: { draft: null, values: {} } })).toMatchObject({
    status: 409,
    message: 'O clube já tem 50 rascunhos incompletos. Conclua ou apague um antes de começar outro.',
  })
})
