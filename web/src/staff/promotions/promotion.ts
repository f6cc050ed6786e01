import type { SpendRule } from '@clube/contract/campaigns/spend-rule.ts'
import { fieldErrorsOf, type FieldError } from '@clube/contract/kernel/envelope.ts'
import type { Permission } from '@clube/contract/kernel/permissions.ts'
import type { AuditTitles } from '@clube/contract/staff/audit-titles.ts'
import type { StaffIdentity } from '@clube/contract/staff/sign-in-calls.ts'
import { createElement, type ComponentType } from 'react'
import * as z from 'zod/mini'
import type { FieldBinding } from '../../kit/form/use-form.ts'
import type { LazyPage } from '../../platform/navigation/lazy-page.tsx'

/** A desk: an entry of the sidebar for staff with its permission. */
export type Desk = {
  path: string
  title: string
  /** Any of several permissions opens the desk. */
  permission: Permission | readonly Permission[]
  /** The permissions whose waiting items are counted at the desk; omitted if nothing can wait there. */
  waiting?: readonly Permission[]
  page: LazyPage<object>
}

/** A desk that works offline. */
export type OfflineDesk = {
  readonly path: string
  /** The staff member who last worked here on this device. */
  readonly savedIdentity: () => Promise<StaffIdentity | null>
  /** Deletes the desk's data from the device after sign-out. */
  readonly deleteData: () => Promise<void>
}

/** The part of a campaign's form that belongs to its kind. */
export type SettingsForm<Name extends string = string> = {
  readonly field: (name: Name) => FieldBinding<string>
  /** Sets several fields at once, such as those of a new row. */
  readonly setValues: (texts: Readonly<Partial<Record<Name, string>>>) => void
  /** The amount in receipts that is entered in the campaign's form; null if none is entered. */
  readonly spend_rule: Pick<SpendRule, 'every_cents'> | null
}

type Fields<Name extends string> = ComponentType<SettingsForm<Name>>

/** For kinds whose settings contain lists, or are worth reading before the approval. */
type SettingsExtras<Settings> = {
  /** Fields of rows that are added while editing, which are validated like those of the initial values. */
  readonly rowFields?: readonly string[]
  /** The name of a field in lists of errors; undefined for other fields. */
  readonly titleOf?: (name: string) => string | undefined
  /** The settings in sentences, for the person who approves the campaign. */
  readonly Summary?: ComponentType<{ settings: Settings; spend_rule: SpendRule | null }>
}

/** The fields for a campaign's settings. A form holds strings; the kind converts them to settings. */
export type SettingsEditor<Name extends string = string> = {
  /** The strings for stored settings, or for a new campaign, by the names of the form's fields. */
  readonly formValuesOf: (settings: Record<string, unknown> | null) => Readonly<Record<Name, string>>
  /** The settings parsed from the strings, not yet validated. */
  readonly settingsOf: (texts: Readonly<Record<Name, string>>) => Record<string, unknown>
  /** Validation errors, by the contract's schema. */
  readonly errorsOf: (settings: Record<string, unknown>) => FieldError[]
  readonly Fields: Fields<Name>
} & Omit<SettingsExtras<never>, 'Summary'> & {
    /** Shows nothing for settings that do not fit the schema. */
    readonly Summary: ComponentType<SettingsSummaryProps> | null
  }

type SettingsSummaryProps = { settings: Record<string, unknown>; spend_rule: SpendRule | null }

/** An editor for the settings of a schema. Stored settings that no longer fit it start as those of a new campaign. */
export const defineSettingsEditor = <Settings extends Record<string, unknown>, Name extends string>(
  editor: {
    schema: z.ZodMiniType<Settings>
    formValuesOf: (settings: Settings | null) => Readonly<Record<Name, string>>
    settingsOf: (texts: Readonly<Record<Name, string>>) => Record<keyof Settings, unknown>
    Fields: Fields<Name>
  } & SettingsExtras<Settings>,
): SettingsEditor => {
  const { schema, Summary } = editor
  const parse = (settings: unknown) => z.safeParse(schema, settings)
  return {
    // Names are checked above; the campaign's form only passes them on.
    ...(editor as unknown as SettingsEditor),
    formValuesOf: (settings) => editor.formValuesOf(parse(settings).data ?? null),
    errorsOf: (settings) => fieldErrorsOf(parse(settings).error),
    Summary: Summary
      ? ({ settings, spend_rule }) => {
          const { data } = parse(settings)
          return data ? createElement(Summary, { settings: data, spend_rule }) : null
        }
      : null,
  }
}

/** A promotion kind in the form of campaigns. Kept apart from its desks: only the desks of campaigns load the forms of all kinds. */
export type PromotionEditor = {
  readonly settings: SettingsEditor
  /** Hints below the campaign's fields that the kind interprets in its own way. */
  readonly hints: { readonly stock?: string; readonly limit?: string }
}

/** A promotion kind in the staff application. */
export type StaffPromotion = {
  /** In the order of the sidebar; empty if the kind has no desk. */
  readonly desks: readonly Desk[]
  /** Titles of the kind's lines in the audit trail. */
  readonly auditTitles: AuditTitles
  readonly offline: OfflineDesk | null
}
