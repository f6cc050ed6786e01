import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { expect, test } from 'vitest'
import { describeExtension, extensionErrors, type CampaignExtension } from './extension.ts'

const campaign = {
  kind: 'event_tickets' as const,
  legal: { certificate_number: null, authority: null, prize_list: [] },
  certificate_waiver: null,
  starts_at: new Date('2026-12-01T13:00:00Z'),
  ends_at: new Date('2026-12-25T01:00:00Z'),
  redeem_until: null,
}
const authorized = { ...campaign, legal: { ...campaign.legal, certificate_number: '04.012345/2026' } }
const newEnd = new Date('2027-01-01T03:00:00Z')

const errors = (
  change: Partial<CampaignExtension>,
  target: Parameters<typeof extensionErrors>[0] = campaign,
) =>
  extensionErrors(
    target,
    { ends_at: newEnd, redeem_until: null, authorized_until: null, ...change },
    defaultTimeZone,
  ).map(({ path, message }) => [path, message])

test('an extension must move the end of a campaign later', () => {
  expect(errors({})).toEqual([])
  const earlier = [['ends_at', 'O novo término deve ser depois do atual.']]
  expect(errors({ ends_at: campaign.ends_at })).toEqual(earlier)
  expect(errors({ ends_at: new Date('2026-12-20T01:00:00Z') })).toEqual(earlier)
})

test('an extended campaign’s deadline for collecting prizes cannot be earlier than the previous deadline or the new end', () => {
  const redeemable = { ...campaign, redeem_until: new Date('2026-12-30T03:00:00Z') }
  const tooEarly = [['redeem_until', 'O prazo de retirada não pode acabar antes da promoção.']]
  expect(errors({}, redeemable)).toEqual(tooEarly)
  expect(errors({ redeem_until: new Date('2026-12-31T03:00:00Z') })).toEqual(tooEarly)
  expect(errors({ redeem_until: newEnd }, redeemable)).toEqual([])
  const long = { ...campaign, redeem_until: new Date('2027-03-01T03:00:00Z') }
  expect(errors({}, long)).toEqual([])
  expect(errors({ redeem_until: new Date('2027-02-01T03:00:00Z') }, long)).toEqual([
    ['redeem_until', 'O prazo de retirada não pode ser encurtado.'],
  ])
})

test('an authorized campaign can be extended only up to the last day that the authority authorized', () => {
  const missing = [['authorized_until', 'Este campo não pode estar vazio']]
  expect(errors({}, authorized)).toEqual(missing)
  expect(errors({}, { ...campaign, kind: 'scratch_card' })).toEqual(missing)
  expect(errors({}, { ...campaign, kind: 'scratch_card', certificate_waiver: 'Só pontos' })).toEqual([])
  // The end is midnight of January 1 in the club's time zone: the last day is December 31.
  expect(errors({ authorized_until: '2026-12-31' }, authorized)).toEqual([])
  expect(errors({ authorized_until: '2026-12-30' }, authorized)).toEqual([
    ['ends_at', 'A autorização vale até 30/12/2026.'],
  ])
})

test('an extension is described with the dates before and after', () => {
  const extension = {
    ends_at: newEnd,
    former_ends_at: campaign.ends_at,
    redeem_until: null,
    former_redeem_until: null,
  }
  const end = 'o término passa de 24/12/2026 às 22h para 01/01/2027 às 0h'
  expect(describeExtension(extension, defaultTimeZone)).toBe(end)
  const redeem_until = new Date('2027-01-31T15:30:00Z')
  expect(
    describeExtension({ ...extension, redeem_until, former_redeem_until: newEnd }, defaultTimeZone),
  ).toBe(`${end}, e o prazo de retirada passa de 01/01/2027 às 0h para 31/01/2027 às 12h30`)
})
