import { describe, expect, test } from 'vitest'
import { listCampaignsCall, readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import {
  approveCampaignCall,
  changeCampaignCall,
  createCampaignCall,
  returnCampaignCall,
  staffListCampaignsCall,
  staffReviewCampaignsCall,
  submitCampaignCall,
  updateCampaignCall,
} from '@clube/contract/campaigns/campaign-staff-calls.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { sql } from 'kysely'
import { searchAudit } from '../audit/index.ts'
import { publishDocument } from '../consent/index.ts'
import { noopPromotion, useCampaignsClub } from './campaigns-club.testing.ts'
import { advanceCampaigns, returnStock, consumeStock } from './index.ts'
import { inTransaction } from '../../db/database.ts'

const settingsErrors = ({ settings }: { settings: Record<string, unknown> }) =>
  settings['wrong'] ? [{ path: 'wrong', message: 'Está errado.' }] : []
const club = useCampaignsClub({
  event_tickets: { ...noopPromotion, settingsErrors },
  scratch_card: noopPromotion,
  free_gifts: {
    ...noopPromotion,
    canWaiveCertificate: ({ costs }) => costs === 'points',
  },
})

let count = 0
const planBody = (change: Partial<BodyOf<typeof createCampaignCall>> = {}) => ({
  slug: `promocao-${(count += 1)}`,
  kind: 'event_tickets' as const,
  title: 'Natal no Ipê',
  summary: 'Ingressos para o espetáculo de Natal.',
  description: 'O coral canta na praça central.',
  starts_at: '2026-12-12T10:00:00-03:00',
  ends_at: '2026-12-24T22:00:00-03:00',
  redeem_until: null,
  audience: { document_types: ['cpf' as const], minimum_age: null },
  spend_rule: null,
  stock_total: null,
  limit_per_customer: null,
  legal: { certificate_number: null, authority: null, prize_list: [] },
  regulation_version: '1.0',
  terms_version: null,
  settings: {},
  ...change,
})

const authorized = {
  certificate_number: '04.012345/2026',
  authority: 'SPA/MF',
  prize_list: [{ title: 'Vale-compras', quantity: 10, value_cents: 10_000 }],
}

const author = () => club.staff('ana', 'marketing')
const approver = () => club.staff('bia', 'approver')

/** A draft whose regulation is published. */
const draft = async (change: Partial<BodyOf<typeof createCampaignCall>> = {}) => {
  const body = planBody(change)
  await publishDocument(club.database.db, {
    kind: 'promotion_regulation',
    scope: body.slug,
    version: '1.0',
    html: '<p>Regulamento.</p>',
    now: club.clock.now(),
  })
  const response = await author().send(createCampaignCall, { body })
  if (!response.ok) throw new Error(JSON.stringify(response))
  return { campaign_id: response.data.campaign_id, slug: body.slug, body }
}

describe('a campaign', () => {
  test('a campaign that one person submits and another approves starts and ends at its dates', async () => {
    club.clock.set('2026-12-10T15:00:00Z')
    const { campaign_id, slug } = await draft()
    const shopper = club.visitor()
    expect((await shopper.send(readCampaignCall, { params: { slug } })).status).toBe(404)
    const submitted = await author().send(submitCampaignCall, { body: { campaign_id } })
    expect(submitted).toMatchObject({
      status: 200,
      data: { state: 'in_review', edited_by: ['ana'], authors: ['Nome de ana'] },
    })
    const queue = await approver().send(staffReviewCampaignsCall)
    expect(queue.ok && queue.data.map((item) => item.campaign_id)).toContain(campaign_id)
    const approved = await approver().send(approveCampaignCall, { body: { campaign_id, revision: 1 } })
    expect(approved).toMatchObject({ status: 200, data: { state: 'scheduled', approved_by: 'bia' } })

    const state = async () => {
      const response = await shopper.send(readCampaignCall, { params: { slug } })
      return response.ok && response.data.state
    }
    const listed = async () => {
      const response = await shopper.send(listCampaignsCall)
      return response.ok && response.data.some((item) => item.slug === slug)
    }
    expect(await state()).toBe('scheduled')
    club.clock.set('2026-12-12T13:00:00Z')
    expect([await state(), await listed()]).toEqual(['active', true])
    club.clock.set('2026-12-25T01:00:00Z')
    expect([await state(), await listed()]).toEqual(['ended', false])

    club.clock.set('2026-12-12T13:00:00Z')
    await advanceCampaigns(club.database.db, club.clock.now())
    expect(await stored(campaign_id)).toBe('active')
    club.clock.set('2026-12-25T01:00:00Z')
    await advanceCampaigns(club.database.db, club.clock.now())
    expect(await stored(campaign_id)).toBe('ended')
    club.clock.set('2026-12-10T15:00:00Z')
  })

  test('a campaign cannot be approved by any of its authors', async () => {
    const { campaign_id, body } = await draft()
    const authorAndApprover = club.staff('carla', 'marketing', 'approver')
    const { slug: _slug, kind: _kind, ...plan } = body
    await authorAndApprover.send(updateCampaignCall, {
      body: { campaign_id, revision: 1, ...plan, title: 'Outro título' },
    })
    await author().send(submitCampaignCall, { body: { campaign_id } })
    for (const person of [authorAndApprover, club.staff('ana', 'approver')]) {
      expect(await person.send(approveCampaignCall, { body: { campaign_id, revision: 2 } })).toMatchObject({
        status: 403,
        code: 'campaigns.same-person',
        message: 'Quem escreveu a promoção não pode aprová-la.',
      })
    }
    expect((await approver().send(approveCampaignCall, { body: { campaign_id, revision: 2 } })).status).toBe(
      200,
    )
  })

  test('a returned campaign shows the reason and can be edited again', async () => {
    const { campaign_id, body } = await draft()
    await author().send(submitCampaignCall, { body: { campaign_id } })
    const { slug: _slug, kind: _kind, ...plan } = body
    const change = { body: { campaign_id, revision: 1, ...plan, title: 'Outro título' } }
    expect(await author().send(updateCampaignCall, change)).toMatchObject({
      status: 409,
      code: 'campaigns.wrong-state',
    })
    const returned = await approver().send(returnCampaignCall, {
      body: { campaign_id, reason: 'Falta a foto.' },
    })
    expect(returned).toMatchObject({ data: { state: 'draft', review_note: 'Falta a foto.' } })
    expect(await author().send(updateCampaignCall, change)).toMatchObject({
      data: { title: 'Outro título', state: 'draft' },
    })
  })

  test('staff can pause, resume, end and archive a campaign, and each change is audited', async () => {
    const { id: campaign_id, slug, cd_identificador } = await club.campaign()
    const change = async (event: 'pause' | 'resume' | 'end' | 'archive') => {
      const response = await author().send(changeCampaignCall, { body: { campaign_id, event } })
      return response.ok ? response.data.state : response.code
    }
    expect(await change('archive')).toBe('campaigns.wrong-state')
    const isListed = async () => {
      const response = await club.visitor().send(listCampaignsCall)
      return response.ok && response.data.some((item) => item.slug === slug)
    }
    expect(await isListed()).toBe(true)
    expect(await change('pause')).toBe('paused')
    expect(await isListed()).toBe(false)
    expect(await change('pause')).toBe('campaigns.wrong-state')
    expect(await change('resume')).toBe('active')
    expect(await isListed()).toBe(true)
    expect(await change('end')).toBe('ended')
    expect(await change('resume')).toBe('campaigns.wrong-state')
    expect((await club.visitor().send(readCampaignCall, { params: { slug } })).status).toBe(200)
    expect(await change('archive')).toBe('archived')
    expect((await club.visitor().send(readCampaignCall, { params: { slug } })).status).toBe(404)
    const { lines } = await searchAudit(club.database.db, {
      subject_id: campaign_id,
      cursor: null,
      limit: 10,
    })
    expect(lines.map(({ action }) => action)).toEqual([
      'campaigns.archive',
      'campaigns.end',
      'campaigns.resume',
      'campaigns.pause',
      'campaigns.approve',
      'campaigns.submit',
      'campaigns.create',
    ])
    expect(lines[0]).toMatchObject({
      actor: { kind: 'staff', id: 'ana' },
      sentence: `Arquivou a promoção ${cd_identificador} (${slug}).`,
    })
  })

  test('shoppers see when staff ended a campaign before its end', async () => {
    const { id: campaign_id, slug, ends_at } = await club.campaign()
    const body = { campaign_id, event: 'end' as const }
    expect(await author().send(changeCampaignCall, { body })).toMatchObject({
      data: { state: 'ended', ends_at: ends_at.toISOString() },
    })
    expect(await club.visitor().send(readCampaignCall, { params: { slug } })).toMatchObject({
      data: { state: 'ended', ends_at: club.clock.now().toISOString() },
    })
  })

  test('only staff with the permission can write or approve campaigns', async () => {
    const { campaign_id } = await draft()
    const body = { campaign_id }
    expect((await club.visitor().send(submitCampaignCall, { body })).status).toBe(401)
    expect((await approver().send(submitCampaignCall, { body })).status).toBe(403)
    expect((await author().send(approveCampaignCall, { body: { ...body, revision: 1 } })).status).toBe(403)
    expect((await club.staff('rui', 'gate_steward').send(staffListCampaignsCall)).status).toBe(403)
    expect((await author().send(staffListCampaignsCall)).status).toBe(200)
  })

  test('a campaign requires a unique slug', async () => {
    const { body } = await draft()
    expect(await author().send(createCampaignCall, { body })).toMatchObject({
      status: 409,
      code: 'campaigns.slug-taken',
      errors: [{ path: 'slug', message: 'Já existe uma promoção com este link.' }],
    })
  })
})

describe('validation before approval', () => {
  const errors = async (change: Partial<BodyOf<typeof createCampaignCall>>) => {
    const { campaign_id } = await draft(change)
    const response = await author().send(submitCampaignCall, { body: { campaign_id } })
    return response.ok ? [] : response.errors?.map(({ path }) => path)
  }

  test('submitting a scratch card requires a certificate and prizes; submitting event tickets does not', async () => {
    expect(await errors({ kind: 'scratch_card' })).toEqual([
      'legal.certificate_number',
      'legal.authority',
      'legal.prize_list',
    ])
    expect(await errors({ kind: 'scratch_card', legal: authorized })).toEqual([])
    expect(await errors({})).toEqual([])
  })

  test('if its kind permits it, a campaign without a certificate can be approved with the reason why it needs none', async () => {
    const { campaign_id } = await draft({ kind: 'free_gifts', settings: { costs: 'points' } })
    const body = { campaign_id, revision: 1 }
    expect(await author().send(submitCampaignCall, { body: { campaign_id } })).toMatchObject({
      data: { missing: [], can_waive_certificate: true, certificate_waiver: null },
    })
    expect(await approver().send(approveCampaignCall, { body })).toMatchObject({
      status: 422,
      errors: [
        {
          path: 'certificate_waiver',
          message: 'Diga por que esta promoção não precisa do certificado.',
        },
      ],
    })
    for (const certificate_waiver of ['  ', 'Só pontos', 'x'.repeat(301), 'Combinado com 529.982.247-25'])
      expect(
        await approver().send(approveCampaignCall, { body: { ...body, certificate_waiver } }),
      ).toMatchObject({ status: 422, errors: [{ path: 'certificate_waiver' }] })
    const certificate_waiver = 'Só troca de pontos, sem compra'
    expect(
      await approver().send(approveCampaignCall, { body: { ...body, certificate_waiver } }),
    ).toMatchObject({
      data: { state: 'scheduled', can_waive_certificate: false, certificate_waiver },
    })
    const { lines } = await searchAudit(club.database.db, {
      subject_id: campaign_id,
      cursor: null,
      limit: 1,
    })
    expect(lines[0]?.sentence).toMatch(
      /^Aprovou a promoção \d+ \(.+\) sem certificado de autorização: “Só troca de pontos, sem compra”\.$/,
    )
  })

  test('a campaign that uses receipts cannot be approved without a certificate, regardless of the approver’s reason', async () => {
    const { campaign_id } = await draft({ kind: 'free_gifts', legal: authorized })
    const body = { campaign_id, revision: 1 }
    await author().send(submitCampaignCall, { body: { campaign_id } })
    await sql`update campaign set legal = jsonb_set(legal, '{certificate_number}', 'null') where id = ${campaign_id}`.execute(
      club.database.db,
    )
    expect(
      await approver().send(approveCampaignCall, { body: { ...body, certificate_waiver: 'Não precisa' } }),
    ).toMatchObject({ status: 422, errors: [{ path: 'legal.certificate_number' }] })
  })

  test('a reason for needing no certificate is not stored for a campaign that has one', async () => {
    const { campaign_id } = await draft({
      kind: 'free_gifts',
      legal: authorized,
      settings: { costs: 'points' },
    })
    await author().send(submitCampaignCall, { body: { campaign_id } })
    const body = { campaign_id, revision: 1, certificate_waiver: 'Não precisa' }
    expect(await approver().send(approveCampaignCall, { body })).toMatchObject({
      data: { can_waive_certificate: false, certificate_waiver: null },
    })
  })

  test('submitting a campaign requires the versions of its regulation and terms to be published', async () => {
    expect(await errors({ regulation_version: null })).toEqual(['regulation_version'])
    expect(await errors({ regulation_version: '2.0', terms_version: '1.0' })).toEqual([
      'regulation_version',
      'terms_version',
    ])
  })

  test('a campaign with an outdated document version cannot be approved, and the error names the current version', async () => {
    const { campaign_id, slug } = await draft({ terms_version: '1.0' })
    const publish = async (kind: string, version: string) => {
      club.clock.advance(1000)
      const now = club.clock.now()
      await publishDocument(club.database.db, { kind, scope: slug, version, html: '<p>Regras.</p>', now })
    }
    await publish('promotion_terms', '1.0')
    const body = { campaign_id }
    expect((await author().send(submitCampaignCall, { body })).status).toBe(200)
    await publish('promotion_regulation', '2.0')
    await publish('promotion_terms', '1.1')
    const errors = [
      {
        path: 'regulation_version',
        message: 'Esta versão do regulamento não está mais em vigor. Leia e informe a versão 2.0.',
      },
      {
        path: 'terms_version',
        message: 'Esta versão dos termos não está mais em vigor. Leia e informe a versão 1.1.',
      },
    ]
    expect(await approver().send(approveCampaignCall, { body: { ...body, revision: 1 } })).toMatchObject({
      status: 422,
      errors,
    })
    const queue = await approver().send(staffReviewCampaignsCall)
    expect(queue.ok && queue.data.find((item) => item.campaign_id === campaign_id)?.missing).toEqual(errors)
  })

  test('submitting a campaign requires a future end, valid settings, and no receipts where its kind uses none', async () => {
    expect(
      await errors({ starts_at: '2026-11-01T10:00:00-03:00', ends_at: '2026-12-01T10:00:00-03:00' }),
    ).toEqual(['ends_at'])
    expect(await errors({ settings: { wrong: true } })).toEqual(['settings.wrong'])
    const spend_rule = { every_cents: 40_000, participations: 1 }
    expect(await errors({ spend_rule })).toEqual(['spend_rule.every_cents'])
  })

  test('a campaign draft with inconsistent periods is rejected', async () => {
    const body = planBody({ ends_at: '2026-12-12T10:00:00-03:00', redeem_until: '2026-12-01T10:00:00-03:00' })
    expect(await author().send(createCampaignCall, { body })).toMatchObject({
      status: 422,
      errors: [
        { path: 'ends_at', message: 'O término deve ser depois do início.' },
        { path: 'redeem_until', message: 'O prazo de retirada não pode acabar antes da promoção.' },
      ],
    })
  })

  test('authors and approvers see a campaign’s validation errors in advance, and an approved campaign has none', async () => {
    const { campaign_id } = await draft({ regulation_version: '2.0', settings: { wrong: true } })
    const missing = async () => {
      const response = await author().send(staffListCampaignsCall)
      return response.ok
        ? response.data.find((item) => item.campaign_id === campaign_id)?.missing
        : response.code
    }
    expect(await missing()).toEqual([
      { path: 'regulation_version', message: 'Publique esta versão do regulamento antes.' },
      { path: 'settings.wrong', message: 'Está errado.' },
    ])
    const complete = await draft()
    const body = { campaign_id: complete.campaign_id }
    const submitted = await author().send(submitCampaignCall, { body })
    expect(submitted).toMatchObject({ data: { missing: [], is_kind_built: true } })
    club.clock.set('2026-12-25T02:00:00Z')
    const queue = await approver().send(staffReviewCampaignsCall)
    const waiting = queue.ok ? queue.data.find((item) => item.campaign_id === complete.campaign_id) : null
    expect(waiting?.missing).toEqual([{ path: 'ends_at', message: 'A data de término já passou.' }])
    club.clock.set('2026-12-10T15:00:00Z')
    const approved = await approver().send(approveCampaignCall, { body: { ...body, revision: 1 } })
    expect(approved).toMatchObject({ data: { missing: [] } })
  })

  test('a campaign of an unimplemented kind cannot be approved', async () => {
    const { campaign_id } = await draft({ kind: 'parking_voucher' })
    expect(await author().send(staffListCampaignsCall)).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ campaign_id, is_kind_built: false })]),
    })
    await author().send(submitCampaignCall, { body: { campaign_id } })
    expect(await approver().send(approveCampaignCall, { body: { campaign_id, revision: 1 } })).toMatchObject({
      status: 409,
      code: 'campaigns.kind-not-implemented',
    })
  })
})

describe('eligibility on the campaign page', () => {
  const reasons = async (slug: string, person: Parameters<typeof club.join>[0] = {}) => {
    const { browser } = await club.join(person)
    const response = await browser.send(readCampaignCall, { params: { slug } })
    return response.ok ? response.data.eligibility : null
  }

  test('a campaign page shows no eligibility to anonymous visitors', async () => {
    const { slug } = await club.campaign()
    expect(await club.visitor().send(readCampaignCall, { params: { slug } })).toMatchObject({
      data: { eligibility: null },
    })
    expect(await reasons(slug)).toEqual({ eligible: true, reasons: [] })
  })

  test('eligibility depends on document type, age, birth date and account status', async () => {
    const { slug } = await club.campaign({ audience: { document_types: ['cpf'], minimum_age: 21 } })
    const messages = async (person: Parameters<typeof club.join>[0]) =>
      (await reasons(slug, person))?.reasons.map(({ message }) => message)
    expect(await messages({ birth_date: '2005-12-10' })).toEqual([])
    expect(await messages({ birth_date: '2005-12-11' })).toEqual(['Esta promoção é para maiores de 21 anos.'])
    expect(await messages({ birth_date: null })).toEqual([
      'Informe a sua data de nascimento no perfil para participar.',
    ])
    expect(await messages({ document_type: 'cnpj' })).toEqual(['Promoção exclusiva para CPF.'])
    expect(await messages({ password: null })).toEqual(['Conclua o seu cadastro para participar.'])
  })

  test('no one is eligible for a campaign before its start, while it is paused, after its end, or when it is out of stock', async () => {
    const upcoming = await club.campaign({ starts_at: new Date('2026-12-12T13:00:00Z') })
    expect(await reasons(upcoming.slug)).toEqual({
      eligible: false,
      reasons: [{ code: 'campaigns.not-started', message: 'Esta promoção começa em 12/12/2026.' }],
    })
    const { id: campaign_id, slug } = await club.campaign({ stock_total: 2 })
    const { db } = club.database
    expect(await inTransaction(db, (tx) => consumeStock(tx, campaign_id, 2))).toBe(0)
    expect((await reasons(slug))?.reasons).toEqual([
      { code: 'campaigns.exhausted', message: 'Os benefícios desta promoção acabaram.' },
    ])
    await inTransaction(db, (tx) => returnStock(tx, campaign_id, 1))
    await author().send(changeCampaignCall, { body: { campaign_id, event: 'pause' } })
    expect((await reasons(slug))?.reasons).toEqual([
      { code: 'campaigns.paused', message: 'Esta promoção está pausada no momento.' },
    ])
    await author().send(changeCampaignCall, { body: { campaign_id, event: 'end' } })
    expect((await reasons(slug))?.reasons).toEqual([
      { code: 'campaigns.ended', message: 'Esta promoção terminou em 10/12/2026.' },
    ])
  })
})

test('the stock of a campaign can be neither exceeded nor returned twice', async () => {
  const { id } = await club.campaign({ stock_total: 3 })
  const { db } = club.database
  const take = (units: number) => inTransaction(db, (tx) => consumeStock(tx, id, units))
  expect(await take(2)).toBe(1)
  expect(await take(2)).toBeNull()
  expect(await take(1)).toBe(0)
  await inTransaction(db, (tx) => returnStock(tx, id, 3))
  await expect(inTransaction(db, (tx) => returnStock(tx, id, 1))).rejects.toThrow(
    'campaign_stock_taken_check',
  )
})

test('running out of stock permanently ends a campaign whose kind ends when out of stock, and no other', async () => {
  const { db } = club.database
  const gifts = await club.campaign({ kind: 'free_gifts', legal: authorized, stock_total: 2 })
  const tickets = await club.campaign({ kind: 'event_tickets', stock_total: 1 })
  const take = (id: string) => inTransaction(db, (tx) => consumeStock(tx, id, 1))
  const states = async () => {
    await advanceCampaigns(db, club.clock.now())
    return [await stored(gifts.id), await stored(tickets.id)]
  }
  expect([await take(gifts.id), await take(tickets.id)]).toEqual([1, 0])
  expect(await states()).toEqual(['active', 'active'])
  expect(await take(gifts.id)).toBe(0)
  expect(await states()).toEqual(['ended', 'active'])
  expect(await club.visitor().send(readCampaignCall, { params: { slug: gifts.slug } })).toMatchObject({
    data: { state: 'ended', stock: { total: 2, remaining: 0 } },
  })
  await inTransaction(db, (tx) => returnStock(tx, gifts.id, 1))
  expect(await states()).toEqual(['ended', 'active'])
})

test('a paused campaign that runs out of stock ends and cannot be resumed', async () => {
  const { id: campaign_id } = await club.campaign({
    kind: 'free_gifts',
    legal: authorized,
    stock_total: 1,
  })
  const change = (event: 'pause' | 'resume') =>
    author().send(changeCampaignCall, { body: { campaign_id, event } })
  await change('pause')
  await inTransaction(club.database.db, (tx) => consumeStock(tx, campaign_id, 1))
  expect(await change('resume')).toMatchObject({ status: 409, code: 'campaigns.wrong-state' })
  await advanceCampaigns(club.database.db, club.clock.now())
  expect(await stored(campaign_id)).toBe('ended')
})

const stored = async (campaign_id: string) => {
  const row = await club.database.db
    .selectFrom('campaign')
    .select('state')
    .where('id', '=', campaign_id)
    .executeTakeFirst()
  return row?.state
}
