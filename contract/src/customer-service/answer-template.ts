import * as z from 'zod/mini'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { defineCall } from '../kernel/call.ts'
import { answerOutcomes } from './action-calls.ts'
import { categorySchema, messageMaxLength, messageTooLongMessage, prioritySchema } from './service-ticket.ts'

/** Placeholders of templates, as `{nome}`, and what replaces them. */
export const templatePlaceholders = {
  nome: 'nome do cliente',
  protocolo: 'protocolo do atendimento',
  assunto: 'assunto do atendimento',
  atendente: 'seu nome',
  clube: 'nome do clube',
  loja: 'loja da nota',
  promocao: 'promoção do atendimento',
} as const
export type TemplatePlaceholder = keyof typeof templatePlaceholders

/** Replaces the placeholders that have a value; the others stay for the member to fill in. */
export const fillTemplate = (
  text: string,
  values: Readonly<Partial<Record<TemplatePlaceholder, string | null>>>,
): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(templatePlaceholders, name) ? values[name as TemplatePlaceholder] : undefined
    return value ?? placeholder
  })

/** The first known placeholder that is left in an answer, as `{nome}`; null when there is none. */
export const remainingPlaceholder = (text: string): string | null =>
  Object.keys(templatePlaceholders)
    .map((name) => `{${name}}`)
    .find((placeholder) => text.includes(placeholder)) ?? null

/** Placeholders in a template that do not exist. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(/\{([^{}]*)\}/g)].flatMap(([placeholder, name = '']) =>
    Object.hasOwn(templatePlaceholders, name) ? [] : [placeholder],
  )

export const templateTitleMaxLength = 60
const titleMessage = `Use até ${templateTitleMaxLength} caracteres.`

const templateFields = {
  title: z
    .string({ error: requiredTextMessage })
    .check(z.trim(), z.minLength(1, requiredTextMessage), z.maxLength(templateTitleMaxLength, titleMessage)),
  text: z.string({ error: requiredTextMessage }).check(
    z.trim(),
    z.minLength(1, requiredTextMessage),
    z.maxLength(messageMaxLength, messageTooLongMessage),
    z.refine((text) => unknownPlaceholders(text).length === 0, {
      error: `Use somente estes campos: ${Object.keys(templatePlaceholders)
        .map((name) => `{${name}}`)
        .join(', ')}.`,
    }),
  ),
  /** What the macro chooses beside the text; null leaves it as it is. */
  outcome: z.nullable(z.enum(answerOutcomes)),
  category: z.nullable(categorySchema),
  priority: z.nullable(prioritySchema),
} as const

/** A template of an answer; with an outcome, category or priority it is a macro. */
export const answerTemplateSchema = z.object({
  template_id: z.string(),
  version: z.int(),
  ...templateFields,
  /** Archived templates are listed, but not offered for answers. */
  is_archived: z.boolean(),
})
export type AnswerTemplate = z.infer<typeof answerTemplateSchema>

/** The days in which uses of a template are counted. */
export const templateUseDays = 90

const listedTemplateSchema = z.extend(answerTemplateSchema, {
  /** Answers of the last 90 days for which it was inserted. */
  uses: z.int(),
})
export type ListedTemplate = z.infer<typeof listedTemplateSchema>

/** All templates, by title, including the archived ones. */
export const listTemplatesCall = defineCall({
  method: 'GET',
  path: '/api/staff/customer-service/templates',
  summary: 'Modelos de resposta.',
  data: z.array(listedTemplateSchema),
  refusals: {},
  session: 'staff',
  permission: 'tickets.answer',
})

export const templateLimit = 200

/** Creates a template, or changes one whose `version` is unchanged. */
export const saveTemplateCall = defineCall({
  method: 'POST',
  path: '/api/staff/customer-service/templates/save',
  summary: 'Guarda um modelo de resposta.',
  body: z.object({
    /** Chosen by the browser for a new template, so that a repeated request creates one. */
    template_id: z.uuid(),
    /** 0 for a new template. */
    version: z.int().check(z.minimum(0), z.maximum(2_147_483_647)),
    ...templateFields,
  }),
  data: answerTemplateSchema,
  refusals: {
    'customer-service.template-title': {
      status: 409,
      message: 'Já existe um modelo com este título, em uso ou arquivado.',
      path: 'title',
    },
    'customer-service.template-changed': {
      status: 409,
      message: 'Outra pessoa mudou este modelo. Abra-o de novo.',
    },
    'customer-service.template-limit': {
      status: 409,
      message: 'O limite é de {count} modelos, com os arquivados. Mude um arquivado.',
    },
  },
  session: 'staff',
  permission: 'tickets.supervise',
})

/** Archives a template or takes it back into use; idempotent, also for an unknown template. */
export const archiveTemplateCall = defineCall({
  method: 'POST',
  path: '/api/staff/customer-service/templates/archive',
  summary: 'Arquiva um modelo de resposta, ou volta a usá-lo.',
  body: z.object({ template_id: z.uuid(), is_archived: z.boolean() }),
  data: z.object({}),
  refusals: {},
  session: 'staff',
  permission: 'tickets.supervise',
})
