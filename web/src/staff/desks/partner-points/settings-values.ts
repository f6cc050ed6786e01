import type { PartnerPointsSettings } from '@clube/contract/partner-points/settings.ts'

/** The names of the form's fields, which are those of the settings. */
export type SettingsName = keyof PartnerPointsSettings
export type SettingsTexts = Readonly<Partial<Record<SettingsName, string>>>

const textOf = (number: number | null | undefined): string => String(number ?? '')

/** Settings as form values; a new campaign has no partner and no limits. */
export const settingsTexts = (
  settings: PartnerPointsSettings | null,
): Readonly<Record<SettingsName, string>> => ({
  partner: settings?.partner ?? '',
  minimum: textOf(settings?.minimum),
  maximum: textOf(settings?.maximum),
  step: textOf(settings?.step),
  limit_per_day: textOf(settings?.limit_per_day),
  password_from_points: textOf(settings?.password_from_points),
})

const numberOf = (text: string | undefined): number => (text ? Number(text) : Number.NaN)
const optionalNumberOf = (text: string | undefined): number | null => (text ? Number(text) : null)

/** The settings from the form's values, not yet validated. */
export const settingsFrom = (texts: SettingsTexts): Record<SettingsName, unknown> => ({
  partner: texts.partner ?? '',
  minimum: numberOf(texts.minimum),
  maximum: numberOf(texts.maximum),
  step: numberOf(texts.step),
  limit_per_day: optionalNumberOf(texts.limit_per_day),
  password_from_points: optionalNumberOf(texts.password_from_points),
})

/** Labels of the fields. */
export const fieldTitles = {
  partner: 'Programa parceiro',
  minimum: 'Mínimo de pontos por resgate',
  maximum: 'Máximo de pontos por resgate',
  step: 'De quantos em quantos pontos',
  limit_per_day: 'Resgates por pessoa e dia',
  password_from_points: 'Pedir a senha de novo a partir de (pontos do clube)',
} as const satisfies Record<SettingsName, string>

/** The name of a field in lists of errors; undefined for other fields. */
export const settingsTitle = (name: string): string | undefined =>
  Object.entries(fieldTitles).find(([field]) => field === name)?.[1]
