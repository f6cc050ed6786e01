import { beforeEach, expect, test } from 'vitest'
import { linkPartnerCall, listPartnersCall } from '@clube/contract/partner-points/calls.ts'
import { partnerConsentVersion } from '@clube/contract/partner-points/partner.ts'
import { inTransaction } from '../../db/database.ts'
import { listLinks } from './links/link-store.ts'
import {
  dataOf,
  partnerName,
  partnerSlug,
  tally,
  usePartnerClub,
  type Person,
} from './partner-club.testing.ts'

const club = usePartnerClub()

beforeEach(() => {
  club.replaceProgramme(null)
  club.partner().behave()
})

const linkOf = async ({ browser }: Person) => dataOf(await browser.send(listPartnersCall))[0]?.link

test('an account of a partner is linked with the member’s proof, and its number is stored sealed', async () => {
  const person = await club.join()
  const { id: campaign_id, slug, title } = await club.partnerCampaign({ limit_per_day: 3 })
  expect(dataOf(await person.browser.send(listPartnersCall))).toMatchObject([
    {
      partner: partnerSlug,
      name: partnerName,
      is_on: true,
      link: null,
      consent: { version: partnerConsentVersion },
    },
  ])
  const member_number = await club.addMember(person.customer_id)
  // As printed on the card.
  const response = await club.link(person, `${member_number.slice(0, 4)} ${member_number.slice(4)}`)
  const partner = dataOf(response)
  expect(partner.link).toEqual({
    member_end: member_number.slice(-4),
    linked_at: club.clock.now().toISOString(),
  })
  expect(partner.campaigns).toContainEqual({
    campaign_id,
    slug,
    title,
    minimum: 1_000,
    maximum: 20_000,
    step: 500,
    limit_per_day: 3,
    left_today: 3,
  })
  expect(dataOf(await club.link(person, member_number)).link).toEqual(partner.link)
  const [stored] = await listLinks(club.database.db, person.customer_id)
  expect(stored?.consent_version).toBe(partnerConsentVersion)
  expect(JSON.stringify(stored)).not.toContain(member_number)
  expect(JSON.stringify(club.logLines)).not.toContain(member_number)
})

test('linking is refused with the partner’s reasons and without its confirmation', async () => {
  const person = await club.join()
  const other = await club.join()
  const member_number = await club.addMember(person.customer_id)
  const otherNumber = await club.addMember(other.customer_id)
  const wrongProof = {
    status: 422,
    code: 'partner-points.wrong-proof',
    message: 'O Voe Mais não confirmou esta conta. Confira o número e o código.',
  }
  expect(await club.link(person, member_number, '9999')).toMatchObject(wrongProof)
  expect(await club.link(person, '70999999')).toMatchObject(wrongProof)
  expect(await club.link(person, otherNumber)).toMatchObject({
    status: 422,
    code: 'partner-points.other-document',
    errors: [{ path: 'member_number' }],
  })
  club.partner().misbehave('closed', { requests: 'always' })
  expect(await club.link(person, member_number)).toMatchObject({
    status: 409,
    code: 'partner-points.no-answer',
    message: 'O Voe Mais não respondeu. Nada foi feito: tente de novo em alguns minutos.',
  })
  club.partner().behave()
  club.clock.advance(120_000)
  const body = { partner: partnerSlug, member_number, proof: '1234', consent_version: '2020-01' }
  expect(await person.browser.send(linkPartnerCall, { body })).toMatchObject({
    code: 'partner-points.consent-outdated',
  })
  expect(await person.browser.send(linkPartnerCall, { body: { ...body, partner: 'outro' } })).toMatchObject({
    status: 404,
    message: 'Programa parceiro não encontrado.',
  })
  club.exhausted.add(`partner-links/${person.customer_id}`)
  expect(await club.link(person, member_number)).toMatchObject({ status: 429 })
  club.exhausted.clear()
  expect(await linkOf(person)).toBeNull()
  dataOf(await club.link(person, member_number))
  expect(await club.link(person, '70999998')).toMatchObject({ code: 'partner-points.already-linked' })
})

test('hostile numbers, proofs and names of partners are refused clearly', async () => {
  const person = await club.join()
  const base = {
    partner: partnerSlug,
    member_number: '70001234',
    proof: '1234',
    consent_version: partnerConsentVersion,
  }
  for (const change of [
    { member_number: '' },
    { member_number: '1'.repeat(61) },
    { member_number: "7000'; drop table partner_link; --" },
    { member_number: '７０００１２３４' },
    { member_number: 70001234 },
    { member_number: null },
    { proof: '' },
    { proof: 'x'.repeat(201) },
    { proof: 'a\u0000bcd' },
    { partner: '../voe-mais' },
    { partner: 'Voe-Mais' },
    { partner: ['voe-mais'] },
    { consent_version: 'x'.repeat(30) },
  ]) {
    const body = { ...base, ...change } as typeof base
    expect(await person.browser.send(linkPartnerCall, { body })).toMatchObject({ status: 422 })
  }
  expect(await linkOf(person)).toBeNull()
})

test('a member that the partner confirms for several customers concurrently is linked to one of them', async () => {
  const { programme } = club.partner()
  club.replaceProgramme({ ...programme, link: async () => ({ kind: 'linked' }) })
  const people = await Promise.all(Array.from({ length: 12 }, () => club.join()))
  const responses = await Promise.all(people.map((person) => club.link(person, '70777777')))
  expect(tally(responses)).toEqual({ ok: 1, 'partner-points.member-linked': 11 })
  const links = await Promise.all(people.map(linkOf))
  expect(links.filter((link) => link !== null)).toHaveLength(1)
})

test('different members that one customer links concurrently leave one link', async () => {
  const { programme } = club.partner()
  club.replaceProgramme({ ...programme, link: async () => ({ kind: 'linked' }) })
  const person = await club.join()
  const numbers = Array.from({ length: 12 }, (_, index) => `7088888${index}`)
  const responses = await Promise.all(numbers.map((number) => club.link(person, number)))
  expect(tally(responses)).toEqual({ ok: 1, 'partner-points.already-linked': 11 })
})

test('an unlinked account has no number, can be linked by its next owner, and is not unlinked during a redemption', async () => {
  const { id: campaign_id } = await club.partnerCampaign()
  const person = await club.linked()
  club.partner().misbehave('loses-answer', { operation: 'debit', requests: 'always' })
  dataOf((await club.send(person, campaign_id)).response)
  club.partner().behave()
  expect(await club.unlink(person)).toMatchObject({
    status: 409,
    code: 'partner-points.redemption-processing',
  })
  club.clock.advance(20_000)
  await club.promotion.purge()
  expect(dataOf(await club.unlink(person)).link).toBeNull()
  expect(dataOf(await club.unlink(person)).link).toBeNull()
  expect(await club.quote(person, campaign_id)).toMatchObject({
    status: 409,
    code: 'partner-points.not-linked',
    message: 'Vincule sua conta Voe Mais para continuar.',
  })
  expect(await listLinks(club.database.db, person.customer_id)).toMatchObject([
    { member_sealed: null, member_index: null, member_end: null, unlinked_at: club.clock.now() },
  ])
  const { programme } = club.partner()
  club.replaceProgramme({ ...programme, link: async () => ({ kind: 'linked' }) })
  dataOf(await club.link(await club.join(), person.member_number))
})

test('quotes state the partner’s refusals, and are limited per customer', async () => {
  const { id: campaign_id } = await club.partnerCampaign()
  const person = await club.linked(1_500)
  expect(await club.quote(person, campaign_id, 1_750)).toMatchObject({
    status: 422,
    code: 'partner-points.amount',
    message: 'Escolha entre 1.000 e 20.000 pontos, de 500 em 500.',
  })
  for (const points of [500, 20_500])
    expect(await club.quote(person, campaign_id, points)).toMatchObject({ code: 'partner-points.amount' })
  expect(await club.quote(person, campaign_id, 2_000)).toMatchObject({
    status: 409,
    message: 'Saldo insuficiente no Voe Mais.',
  })
  expect(dataOf(await club.quote(person, campaign_id, 1_500))).toMatchObject({
    partner_points: 1_500,
    club_points: 750,
    partner_balance: 1_500,
  })
  club.partner().revoke(person.member_number)
  expect(await club.quote(person, campaign_id, 1_500)).toMatchObject({
    status: 409,
    message: 'O Voe Mais não autorizou o resgate.',
  })
  club.exhausted.add(`partner-quotes/${person.customer_id}`)
  expect(await club.quote(person, campaign_id, 1_500)).toMatchObject({ status: 429 })
  club.exhausted.clear()
  const paused = await club.partnerCampaign({}, { starts_at: new Date('2026-12-20T03:00:00Z') })
  expect(await club.quote(person, paused.id, 1_500)).toMatchObject({ code: 'campaigns.not-started' })
  expect(await club.quote(person, club.newId(), 1_500)).toMatchObject({ status: 404 })
})

test.each([
  ['no points of the club', { club_points: 0 }],
  ['more points of the club than can be stored', { club_points: 2 ** 31 }],
  ['a fraction of a point', { club_points: 0.5 }],
  ['another number of points', { points: 1_500 }],
  ['an expiry in the past', { expires_at: new Date('2020-01-01T00:00:00Z') }],
])('a quote with %s is not given to the customer', async (_, change) => {
  const { programme } = club.partner()
  club.replaceProgramme({
    ...programme,
    quote: async (input) => {
      const answer = await programme.quote(input)
      return answer.kind === 'quoted' ? { ...answer, quote: { ...answer.quote, ...change } } : answer
    },
  })
  const { id: campaign_id } = await club.partnerCampaign()
  const person = await club.linked()
  expect(await club.quote(person, campaign_id)).toMatchObject({
    status: 409,
    code: 'partner-points.no-answer',
  })
})

test('a quote is valid for five minutes even if the partner promises longer', async () => {
  const { programme } = club.partner()
  const expires_at = new Date('2099-01-01T00:00:00Z')
  club.replaceProgramme({
    ...programme,
    quote: async (input) => {
      const answer = await programme.quote(input)
      return answer.kind === 'quoted' ? { ...answer, quote: { ...answer.quote, expires_at } } : answer
    },
  })
  const { id: campaign_id } = await club.partnerCampaign()
  const quote = dataOf(await club.quote(await club.linked(), campaign_id))
  expect(Date.parse(quote.expires_at)).toBe(club.clock.now().getTime() + 300_000)
})

test('the deletion of an account ends its links when it is final, and a redemption in processing is still settled', async () => {
  const { id: campaign_id } = await club.partnerCampaign()
  const person = await club.linked()
  const { customer_id } = person
  club.partner().misbehave('loses-answer', { operation: 'debit', requests: 'always' })
  const { request } = await club.send(person, campaign_id)
  club.partner().behave()
  const { promotion } = club
  const now = club.clock.now()
  await inTransaction(club.database.db, async (tx) => {
    expect(await promotion.hasValidVouchers(tx, { customer_id, now })).toBe(true)
    await promotion.releaseOnDeletion(tx, { customer_id, now, stage: 'requested' })
  })
  expect(await linkOf(person)).not.toBeNull()
  await inTransaction(club.database.db, async (tx) => {
    await promotion.releaseOnDeletion(tx, { customer_id, now, stage: 'final' })
    await promotion.erasePersonalData(tx, customer_id)
  })
  expect(await linkOf(person)).toBeNull()
  club.clock.advance(20_000)
  await promotion.purge()
  expect(await club.read(person, request.transaction_id)).toMatchObject({ state: 'completed' })
  await inTransaction(club.database.db, async (tx) => {
    expect(await promotion.hasValidVouchers(tx, { customer_id, now })).toBe(false)
  })
})
