import { parsePassword, passwordConfirmationError } from '@clube/contract/brazil/password.ts'
import type { BirthDateRules } from '@clube/contract/brazil/birth-date.ts'
import type { DocumentType } from '@clube/contract/brazil/document.ts'
import { addressRules } from '../../../parts/address-fields/address-values.ts'
import { birthDateRule, contactRules, nameRule } from '../../../parts/person-fields/person-values.ts'
import { parsedRule } from '../../../parts/parsed-rule.ts'
import type { PersonValues, RegistrationDraft } from './registration-draft.ts'

/** The steps in order, by their names in the page's path. */
export const registrationSteps = ['dados', 'endereco', 'senha', 'termos'] as const
export type RegistrationStep = (typeof registrationSteps)[number]

export type PasswordValues = { password: string; password_confirmation: string }

type Rule<Value> = (value: Value) => string | undefined

/** Rules of the first step (spec §5); companies have no birth date. */
export const personRules = (
  document_type: DocumentType,
  rules: BirthDateRules,
): { [Path in keyof PersonValues]?: Rule<string> } => ({
  name: nameRule(document_type),
  ...contactRules,
  ...(document_type === 'cpf' ? { birth_date: birthDateRule(rules) } : {}),
})

/** Rules of the third step (spec §5). */
export const passwordRules = {
  password: parsedRule(parsePassword),
  password_confirmation: (_: string, values: PasswordValues): string | undefined =>
    passwordConfirmationError({ ...values, required: true }),
}

/** The fields of each step, which show the server's errors (spec §5). */
const stepPaths = {
  dados: ['name', 'birth_date', 'cellphone', 'email'],
  endereco: Object.keys(addressRules),
  senha: ['password', 'password_confirmation'],
  termos: [],
} as const satisfies Record<RegistrationStep, readonly string[]>

/** Every field that the steps show. */
export const registrationPaths: readonly string[] = registrationSteps.flatMap((step) => stepPaths[step])

/** The step that shows a field. */
export const stepOf = (path: string): RegistrationStep | undefined =>
  registrationSteps.find((step) => (stepPaths[step] as readonly string[]).includes(path))

/** The furthest step allowed: all steps before it are valid. A reload loses the password. */
export function furthestStep(input: {
  draft: RegistrationDraft
  document_type: DocumentType
  rules: BirthDateRules
  /** Whether the password step was confirmed since the page was loaded or the password changed. */
  isPasswordChosen: boolean
}): RegistrationStep {
  const { draft, document_type, rules, isPasswordChosen } = input
  if (!isValid(personRules(document_type, rules), draft.person)) return 'dados'
  if (!isValid(addressRules, draft.address)) return 'endereco'
  return isPasswordChosen ? 'termos' : 'senha'
}

/** The step named in the path, or the furthest allowed step before it. */
export function allowedStep(requested: string | null, furthest: RegistrationStep): RegistrationStep {
  const index = registrationSteps.findIndex((step) => step === requested)
  return registrationSteps[Math.min(Math.max(index, 0), registrationSteps.indexOf(furthest))] ?? 'dados'
}

function isValid<Values extends object>(
  rules: { [Path in keyof Values]?: (value: never, values: Values) => string | undefined },
  values: Values,
): boolean {
  return (Object.keys(rules) as (keyof Values)[]).every(
    (path) => rules[path]?.(values[path] as never, values) === undefined,
  )
}
