import * as z from 'zod/mini'
import { requiredSelectMessage, requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { createCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import type { CampaignDraft, DraftValues } from '@clube/contract/campaigns/draft-calls.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import { weekdays, type SpendRule } from '@clube/contract/campaigns/spend-rule.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { promotionKindProperties, promotionKinds } from '@clube/contract/kernel/promotion-kinds.ts'
import { centsOf, formatCents } from '../../../parts/money.ts'
import { editorOf } from '../../promotions/promotion-editors.ts'
import { clubFieldText, parseClubDateTime } from '../../../parts/club-time.ts'

type Body = BodyOf<typeof createCampaignCall>
const prizeParts = ['title', 'quantity', 'value_cents'] as const
type PrizePart = (typeof prizeParts)[number]
export type PrizePath = `legal.prize_list.${number}.${PrizePart}`
const multiplierParts = ['percent', 'weekdays', 'shop_ids'] as const
type MultiplierPart = (typeof multiplierParts)[number]
export type MultiplierPath = `spend_rule.multipliers.${number}.${MultiplierPart}`
export type SettingsPath = `settings.${string}`
export type PrizeTexts = Record<PrizePart, string>
/** Weekdays and shops as lists separated by commas. */
export type MultiplierTexts = Record<MultiplierPart, string>

const documentTypes: readonly ('cpf' | 'cnpj')[] = ['cpf']
/** Settings of the stored draft, kept if the kind has no fields for them. */
const settings: Record<string, unknown> = {}

/** Prefix of the paths of the kind's own fields. */
const settingsPrefix = 'settings.'

const emptyValues = {
  kind: '',
  slug: '',
  title: '',
  summary: '',
  description: '',
  starts_at: '',
  ends_at: '',
  redeem_until: '',
  'audience.document_types': documentTypes,
  'audience.minimum_age': '',
  'spend_rule.every_cents': '',
  'spend_rule.participations': '',
  'spend_rule.accumulate': 'yes',
  'spend_rule.residual': 'carry',
  'spend_rule.limit_per_day': '',
  'spend_rule.exclusive': 'no',
  /** Number of multipliers; their fields are separate values. */
  'spend_rule.multipliers': 0,
  stock_total: '',
  limit_per_customer: '',
  'legal.certificate_number': '',
  'legal.authority': '',
  /** Number of prizes; their fields are separate values. */
  'legal.prize_list': 0,
  regulation_version: '1.0',
  terms_version: '',
  settings,
}

/** The form's values, by the same paths that the server uses for fields. */
export type CampaignValues = typeof emptyValues & {
  [Path in PrizePath | MultiplierPath | SettingsPath]: string
}

const textOf = (value: string | number | null): string => (value === null ? '' : String(value))

/** Initial values of the form: a stored draft, or empty. */
export function campaignValues(campaign: StaffCampaign | null): CampaignValues {
  // A new campaign has no kind yet, so the form holds the fields of all kinds and shows those of the chosen one.
  if (!campaign)
    return Object.assign({ ...emptyValues }, ...promotionKinds.map((each) => settingsValues(each, null)))
  const { kind, slug, title, summary, description, audience, spend_rule, legal } = campaign
  return {
    ...emptyValues,
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
    ...spendRuleValues(spend_rule),
    stock_total: textOf(campaign.stock_total),
    limit_per_customer: textOf(campaign.limit_per_customer),
    'legal.certificate_number': textOf(legal.certificate_number),
    'legal.authority': textOf(legal.authority),
    regulation_version: textOf(campaign.regulation_version),
    terms_version: textOf(campaign.terms_version),
    settings: campaign.settings,
    ...settingsValues(kind, campaign.settings),
    ...prizeValues(
      legal.prize_list.map(({ title: name, quantity, value_cents }) => ({
        title: name,
        quantity: String(quantity),
        value_cents: formatCents(value_cents),
      })),
    ),
  }
}

/** The form's fields as an incomplete draft stores them. */
export const draftFields = ({ settings: _settings, ...fields }: CampaignValues): DraftValues => ({
  ...fields,
  'audience.document_types': [...fields['audience.document_types']],
})

/** Initial values from an incomplete draft. Fields that the form no longer has are dropped. */
export function draftValues({ values }: CampaignDraft): CampaignValues {
  const initial = campaignValues(null)
  const isKept = ([path, value]: [string, unknown]): boolean =>
    ['legal.prize_list.', 'spend_rule.multipliers.', settingsPrefix].some((rows) => path.startsWith(rows))
      ? typeof value === 'string'
      : path in initial && typeof value === typeof initial[path as keyof CampaignValues]
  return { ...initial, ...Object.fromEntries(Object.entries(values).filter(isKept)) }
}

/** Initial values for a duplicate of a campaign: all of its values except link, period, certificate and documents. */
export function copiedValues(campaign: StaffCampaign): CampaignValues {
  const title = `${campaign.title.slice(0, 110)} (cópia)`
  const { starts_at, ends_at, redeem_until, regulation_version, terms_version } = emptyValues
  return {
    ...campaignValues(campaign),
    title,
    slug: slugOf(title),
    starts_at,
    ends_at,
    redeem_until,
    'legal.certificate_number': '',
    regulation_version,
    terms_version,
  }
}

/** The prizes as form values; a removed row leaves empty strings, which are ignored. */
export const prizeValues = (
  prizes: readonly PrizeTexts[],
): Pick<CampaignValues, 'legal.prize_list' | PrizePath> => ({
  'legal.prize_list': prizes.length,
  ...rowValues('legal.prize_list', prizes),
})

/** The prizes in the form's values. */
export const prizesOf = (values: CampaignValues): PrizeTexts[] =>
  rowsOf(values, 'legal.prize_list', prizeParts)

/** The multipliers as form values. */
export const multiplierValues = (
  multipliers: readonly MultiplierTexts[],
): Pick<CampaignValues, 'spend_rule.multipliers' | MultiplierPath> => ({
  'spend_rule.multipliers': multipliers.length,
  ...rowValues('spend_rule.multipliers', multipliers),
})

/** The multipliers in the form's values. */
export const multipliersOf = (values: CampaignValues): MultiplierTexts[] =>
  rowsOf(values, 'spend_rule.multipliers', multiplierParts)

/** Splits comma-separated text. */
export const splitList = (text: string): string[] => text.split(',').filter((item) => item !== '')

type RowsPath = 'legal.prize_list' | 'spend_rule.multipliers'

const rowValues = <Part extends string>(
  path: RowsPath,
  rows: readonly Readonly<Record<Part, string>>[],
): Record<string, string> =>
  Object.fromEntries(
    rows.flatMap((row, index) =>
      Object.entries<string>(row).map(([part, text]) => [`${path}.${index}.${part}`, text]),
    ),
  )

const rowsOf = <Part extends string>(
  values: CampaignValues,
  path: RowsPath,
  parts: readonly Part[],
): Record<Part, string>[] =>
  Array.from(
    { length: values[path] },
    (_each, index) =>
      Object.fromEntries(
        parts.map((part) => [part, (values as Record<string, unknown>)[`${path}.${index}.${part}`] ?? '']),
      ) as Record<Part, string>,
  )

/** The spend rule as form values; none if there is no rule. */
const spendRuleValues = (rule: SpendRule | null) =>
  rule && {
    'spend_rule.every_cents': formatCents(rule.every_cents),
    'spend_rule.participations': String(rule.participations),
    'spend_rule.accumulate': rule.accumulate ? 'yes' : 'no',
    'spend_rule.residual': rule.residual,
    'spend_rule.limit_per_day': textOf(rule.limit_per_day),
    'spend_rule.exclusive': rule.exclusive ? 'yes' : 'no',
    ...multiplierValues(
      rule.multipliers.map(({ percent, weekdays: days, shop_ids }) => ({
        percent: String(percent),
        weekdays: days.join(','),
        shop_ids: shop_ids.join(','),
      })),
    ),
  }

/** The spend rule, not yet validated; null if the kind requires no receipts or nothing was typed. */
function spendRuleBody(values: CampaignValues): Body['spend_rule'] {
  const { 'spend_rule.every_cents': every, 'spend_rule.participations': times } = values
  if (!usesReceipts(values.kind) || (every === '' && times === '')) return null
  return {
    every_cents: centsOf(every),
    participations: numberOf(times),
    accumulate: values['spend_rule.accumulate'] === 'yes',
    residual: values['spend_rule.residual'] === 'lost' ? 'lost' : 'carry',
    limit_per_day: numberOrNull(values['spend_rule.limit_per_day']),
    exclusive: values['spend_rule.exclusive'] === 'yes',
    multipliers: multipliersOf(values).map(({ percent, weekdays: days, shop_ids }) => ({
      percent: numberOf(percent),
      weekdays: weekdays.filter((day) => splitList(days).includes(String(day))),
      shop_ids: splitList(shop_ids),
    })),
  }
}

/** Whether campaigns of the chosen kind can require receipts. */
export const usesReceipts = (text: string): boolean => {
  const kind = promotionKinds.find((each) => each === text)
  return kind !== undefined && promotionKindProperties[kind].uses_receipts
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text)
const numberOf = (text: string): number => (text === '' ? Number.NaN : Number(text))
const numberOrNull = (text: string): number | null => (text === '' ? null : Number(text))

/** The body of the call, not yet validated: its schema reports errors. */
export function campaignBody(values: CampaignValues): Body {
  return {
    kind: promotionKinds.find((kind) => kind === values.kind) ?? ('' as Body['kind']),
    slug: values.slug,
    title: values.title,
    summary: values.summary,
    description: values.description,
    starts_at: parseClubDateTime(values.starts_at),
    ends_at: parseClubDateTime(values.ends_at),
    redeem_until: values.redeem_until === '' ? null : parseClubDateTime(values.redeem_until),
    audience: {
      document_types: [...values['audience.document_types']],
      minimum_age: numberOrNull(values['audience.minimum_age']),
    },
    spend_rule: spendRuleBody(values),
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
    settings: settingsOf(values),
  }
}

/** The path of a settings field of the kind. */
export const settingsPath = (name: string): SettingsPath => `${settingsPrefix}${name}`

/** The kind's settings as form values, from stored settings or for a new campaign. */
export const settingsValues = (
  kind: string,
  settings: Record<string, unknown> | null,
): Record<SettingsPath, string> => {
  const formValues = editorOf(kind)?.settings.formValuesOf(settings) ?? {}
  return Object.fromEntries(Object.entries(formValues).map(([name, text]) => [settingsPath(name), text]))
}

/** The settings from the kind's fields; those of the draft if the kind has no fields. */
function settingsOf(values: CampaignValues): Record<string, unknown> {
  const editor = editorOf(values.kind)?.settings
  if (!editor) return values.settings
  const texts = Object.entries(values).flatMap(([path, text]) =>
    path.startsWith(settingsPrefix) && typeof text === 'string'
      ? [[path.slice(settingsPrefix.length), text]]
      : [],
  )
  return editor.settingsOf(Object.fromEntries(texts) as Record<string, string>)
}

/** All fields validate the same values: validate them once. */
const validated = new WeakMap<CampaignValues, ReadonlyMap<string, string>>()

/** Validation errors by path, in the messages of the call's schema; the first one of each path. */
export function campaignErrors(values: CampaignValues): ReadonlyMap<string, string> {
  const cached = validated.get(values)
  if (cached) return cached
  const errors = new Map<string, string>()
  validated.set(values, errors)
  const add = (path: string, message: string) => {
    if (!errors.has(path)) errors.set(path, message)
  }
  if (values.kind === '') add('kind', requiredSelectMessage)
  const settings = editorOf(values.kind)?.settings.errorsOf(settingsOf(values)) ?? []
  for (const { path, message } of settings) add(settingsPath(path), message)
  for (const path of ['starts_at', 'ends_at', 'slug'] as const)
    if (values[path] === '') add(path, requiredTextMessage)
  const parsed = z.safeParse(createCampaignCall.body, campaignBody(values))
  for (const { path, message } of parsed.error?.issues ?? []) add(path.join('.'), message)
  return errors
}

/** Makes a slug from a title: 'Natal no Ipê' becomes natal-no-ipe. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
