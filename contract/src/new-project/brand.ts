import * as z from 'zod/mini'
import { documentTypes } from '../brazil/document.ts'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { quotedText } from '../brazil/quoted-text.ts'
import { formatMaxLength, numberMaxLength, parseNumberFormat, readNumber } from './number-format.ts'

const nameMaxLength = 60
const slugMaxLength = 40
const positiveMessage = 'Informe um número inteiro maior que zero'

/** A brand's name in paths: lower-case letters and digits, with single hyphens. */
export const brandSlugSchema = z
  .string({ error: requiredTextMessage })
  .check(
    z.minLength(1, requiredTextMessage),
    z.maxLength(slugMaxLength, `Use no máximo ${slugMaxLength} caracteres`),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use letras minúsculas sem acento, números e traços'),
  )

const formatSchema = z
  .string({ error: requiredTextMessage })
  .check(
    z.trim(),
    z.minLength(1, requiredTextMessage),
    z.maxLength(formatMaxLength, `Use no máximo ${formatMaxLength} caracteres`),
  )
const exampleSchema = z
  .string({ error: requiredTextMessage })
  .check(
    z.trim(),
    z.minLength(1, requiredTextMessage),
    z.maxLength(numberMaxLength, `Use no máximo ${numberMaxLength} caracteres`),
  )

/** Who may register projects, and how the brand writes its numbers. */
export const brandRulesSchema = z
  .strictObject({
    /** Quoted in audit lines. */
    name: quotedText(nameMaxLength),
    purchase_format: formatSchema,
    /** Shown to people under the field. */
    purchase_example: exampleSchema,
    registration_format: formatSchema,
    registration_example: exampleSchema,
    /** Document types of the people who may register. */
    audience: z
      .array(z.enum(documentTypes), { error: 'Escolha pelo menos um' })
      .check(
        z.minLength(1, 'Escolha pelo menos um'),
        z.maxLength(documentTypes.length, 'Escolha pelo menos um'),
      ),
    /** Projects per person, of all campaigns of the brand; null for no limit. */
    limit_per_customer: z.nullable(
      z.int(positiveMessage).check(z.gte(1, positiveMessage), z.lte(1000, 'Use no máximo 1000')),
    ),
    /** Whether only purchases that the brand imported are accepted. */
    requires_imported_purchase: z.boolean(),
  })
  .check((payload) => {
    for (const [format, example] of [
      ['purchase_format', 'purchase_example'],
      ['registration_format', 'registration_example'],
    ] as const) {
      const parsed = parseNumberFormat(payload.value[format])
      const at = (path: string, message: string) =>
        payload.issues.push({ code: 'custom', input: payload.value, path: [path], message })
      if (!parsed.ok) at(format, parsed.message)
      else if (readNumber(parsed.format, payload.value[example]) === null)
        at(example, 'O exemplo não tem este formato')
    }
  })
export type BrandRules = z.infer<typeof brandRulesSchema>

/** The name of a brand's audience in sentences: 'CPF', 'CNPJ' or 'CPF e CNPJ'. */
export const audienceLabel = (audience: BrandRules['audience']): string =>
  documentTypes
    .filter((type) => audience.includes(type))
    .map((type) => type.toUpperCase())
    .join(' e ')
