import { parseBirthDate } from '@clube/contract/brazil/birth-date.ts'
import { parseCustomerName } from '@clube/contract/brazil/customer-name.ts'
import {
  parseDocument,
  type DocumentRules,
  type DocumentType,
  type PersonDocument,
} from '@clube/contract/brazil/document.ts'
import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import { InvalidInput } from '../../kernel/refusal.ts'
import type { IdentityRules } from './deps.ts'

/** The club's rules for parsing documents. */
export const documentRulesOf = (rules: Pick<IdentityRules, 'document_types' | 'cnpj'>): DocumentRules => ({
  allowed: rules.document_types === 'both' ? ['cpf', 'cnpj'] : [rules.document_types],
  cnpj_mode: rules.cnpj,
})

/**
 * Parses the document field under the club's rules. The type is inferred from the document, so that silent
 * sign-in, which always sends cpf, works for companies too.
 * @throws {InvalidInput} under `document_id`, with the messages of spec §5
 */
export const readDocument = (
  rules: Pick<IdentityRules, 'document_types' | 'cnpj'>,
  body: { document_id: string },
): PersonDocument => {
  const parsed = parseDocument(body.document_id, documentRulesOf(rules))
  if (!parsed.ok) throw new InvalidInput([{ path: 'document_id', message: parsed.message }])
  return parsed.value
}

/**
 * Parses a name under the rules for people or for companies.
 * @throws {InvalidInput} under `name`
 */
export const readName = (document_type: DocumentType, text: string): string => {
  const parsed = parseCustomerName(document_type, text)
  if (!parsed.ok) throw new InvalidInput([{ path: 'name', message: parsed.message }])
  return parsed.value
}

/**
 * Parses the personal fields; individuals only have a birth date (spec §5).
 * @throws {InvalidInput} under `name` or `birth_date`
 */
export const readPerson = (
  rules: Pick<IdentityRules, 'minimum_age' | 'time_zone'>,
  input: {
    document_type: 'cpf' | 'cnpj'
    name: string
    email: string
    cellphone: string
    birth_date?: string | undefined
    now: Date
  },
): { name: string; email: string; cellphone: string; birth_date: string | null } => {
  const { email, cellphone } = input
  const name = readName(input.document_type, input.name)
  if (input.document_type === 'cnpj') return { name, email, cellphone, birth_date: null }
  if (!input.birth_date) throw new InvalidInput([{ path: 'birth_date', message: requiredTextMessage }])
  const parsed = parseBirthDate(input.birth_date, {
    today: clubDayOf(input.now, rules.time_zone),
    min_age: rules.minimum_age,
  })
  if (!parsed.ok) throw new InvalidInput([{ path: 'birth_date', message: parsed.message }])
  return { name, email, cellphone, birth_date: parsed.value }
}
