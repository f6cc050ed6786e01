import * as z from 'zod/mini'
import { requiredSelectMessage, requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { createCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { promotionKinds } from '@clube/contract/kernel/promotion-kinds.ts'
import { centsOf, formatCents } from '../../../parts/money.ts'
import { clubFieldText, clubInstant } from './club-instant.ts'

type Body = BodyOf<typeof createCampaignCall>
type PrizePart = 'title' | 'quantity' | 'value_cents'
export type PrizePath = `legal.prize_list.${number}.${PrizePart}`
export type PrizeTexts = Record<PrizePart, string>

/** What the form holds, under the very paths by which the server names a field. */
export type CampaignValues = {
  kind: string
  slug: string
  title: string
  summary: string
  description: string
  starts_at: string
  ends_at: string
  redeem_until: string
  'audience.document_types': readonly ('cpf' | 'cnpj')[]
  'audience.minimum_age': string
  'spend_rule.every_cents': string
  'spend_rule.participations': string
  stock_total: string
  limit_per_customer: string
  'legal.certificate_number': string
  'legal.authority': string
  /** How many prizes there are; their texts stand beside it. */
  'legal.prize_list': number
  regulation_version: string
  terms_version: string
  /** JSON. */
  settings: string
} & { [Path in PrizePath]: string }

const emptyValues: CampaignValues = {
  kind: '',
  slug: '',
  title: '',
  summary: '',
  description: '',
  starts_at: '',
  ends_at: '',
  redeem_until: '',
  'audience.document_types': ['cpf'],
  'audience.minimum_age': '',
  'spend_rule.every_cents': '',
  'spend_rule.participations': '',
  stock_total: '',
  limit_per_customer: '',
  'legal.certificate_number': '',
  'legal.authority': '',
  'legal.prize_list': 0,
  regulation_version: '1.0',
  terms_version: '',
  settings: '{}',
}

const textOf = (value: string | number | null): string => (value === null ? '' : String(value))

/** What the form begins with: a stored draft, or nothing. */
export function campaignValues(campaign: StaffCampaign | null): CampaignValues {
  if (!campaign) return emptyValues
  const { kind, slug, title, summary, description, audience, spend_rule, legal } = campaign
  return {
    kind,
    slug,
    title,
    summary,
    description,
    starts_at: clubFieldText(campaign.starts_at),
    ends_at: clubFieldText(campaign.ends_at),
    redeem_until: campaign.redeem_until === null ? '' : clubFieldText(campaign.redeem_until),
    'audience.document_types': audience.document_types,
    'audience.minimum_age': textOf(audience.minimum_age),
    'spend_rule.every_cents': spend_rule ? formatCents(spend_rule.every_cents) : '',
    'spend_rule.participations': spend_rule ? String(spend_rule.participations) : '',
    stock_total: textOf(campaign.stock_total),
    limit_per_customer: textOf(campaign.limit_per_customer),
    'legal.certificate_number': textOf(legal.certificate_number),
    'legal.authority': textOf(legal.authority),
    regulation_version: textOf(campaign.regulation_version),
    terms_version: textOf(campaign.terms_version),
    settings: JSON.stringify(campaign.settings, null, 2),
    ...prizeValues(
      legal.prize_list.map(({ title: name, quantity, value_cents }) => ({
        title: name,
        quantity: String(quantity),
        value_cents: formatCents(value_cents),
      })),
    ),
  }
}

/** The prizes as the form's values; rows that are gone leave empty texts behind, which nobody reads. */
export const prizeValues = (
  prizes: readonly PrizeTexts[],
): Pick<CampaignValues, 'legal.prize_list' | PrizePath> => ({
  'legal.prize_list': prizes.length,
  ...Object.fromEntries(
    prizes.flatMap((prize, at) =>
      (Object.keys(prize) as PrizePart[]).map((part) => [`legal.prize_list.${at}.${part}`, prize[part]]),
    ),
  ),
})

/** The prizes that the form's values tell of. */
export const prizesOf = (values: CampaignValues): PrizeTexts[] =>
  Array.from({ length: values['legal.prize_list'] }, (_each, at) => ({
    title: values[`legal.prize_list.${at}.title`] ?? '',
    quantity: values[`legal.prize_list.${at}.quantity`] ?? '',
    value_cents: values[`legal.prize_list.${at}.value_cents`] ?? '',
  }))

const orNull = (text: string): string | null => (text.trim() === '' ? null : text)
const numberOf = (text: string): number => (text === '' ? Number.NaN : Number(text))
const numberOrNull = (text: string): number | null => (text === '' ? null : Number(text))

/** The body of the call, as far as texts make one: what is wrong with it is for its schema to say. */
export function campaignBody(values: CampaignValues): Body {
  const spend = { every: values['spend_rule.every_cents'], times: values['spend_rule.participations'] }
  return {
    kind: promotionKinds.find((kind) => kind === values.kind) ?? ('' as Body['kind']),
    slug: values.slug,
    title: values.title,
    summary: values.summary,
    description: values.description,
    starts_at: clubInstant(values.starts_at),
    ends_at: clubInstant(values.ends_at),
    redeem_until: values.redeem_until === '' ? null : clubInstant(values.redeem_until),
    audience: {
      document_types: [...values['audience.document_types']],
      minimum_age: numberOrNull(values['audience.minimum_age']),
    },
    spend_rule:
      spend.every === '' && spend.times === ''
        ? null
        : { every_cents: centsOf(spend.every), participations: numberOf(spend.times) },
    stock_total: numberOrNull(values.stock_total),
    limit_per_customer: numberOrNull(values.limit_per_customer),
    legal: {
      certificate_number: orNull(values['legal.certificate_number']),
      authority: orNull(values['legal.authority']),
      prize_list: prizesOf(values).map(({ title, quantity, value_cents }) => ({
        title,
        quantity: numberOf(quantity),
        value_cents: centsOf(value_cents),
      })),
    },
    regulation_version: orNull(values.regulation_version),
    terms_version: orNull(values.terms_version),
    settings: settingsOf(values.settings) ?? {},
  }
}

/** The object that a JSON text tells of, or null where it tells of none. */
function settingsOf(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text.trim() === '' ? '{}' : text)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** Each field asks about the same values: they are judged once. */
const judged = new WeakMap<CampaignValues, ReadonlyMap<string, string>>()

/** What is wrong with the values, by path, in the sentences of the call's own schema; the first of each path counts. */
export function campaignFaults(values: CampaignValues): ReadonlyMap<string, string> {
  const known = judged.get(values)
  if (known) return known
  const faults = new Map<string, string>()
  judged.set(values, faults)
  const add = (path: string, message: string) => {
    if (!faults.has(path)) faults.set(path, message)
  }
  if (values.kind === '') add('kind', requiredSelectMessage)
  if (settingsOf(values.settings) === null) add('settings', 'Escreva um objeto JSON, como {}.')
  for (const path of ['starts_at', 'ends_at', 'slug'] as const)
    if (values[path] === '') add(path, requiredTextMessage)
  const parsed = z.safeParse(createCampaignCall.body, campaignBody(values))
  for (const { path, message } of parsed.error?.issues ?? []) add(path.join('.'), message)
  return faults
}

/** An address made from a title: 'Natal no Ipê' is natal-no-ipe. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
