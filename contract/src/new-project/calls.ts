import * as z from 'zod/mini'
import { documentTypes } from '../brazil/document.ts'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { transactionRefusals, unknownCampaignRefusal } from '../campaigns/refusals.ts'
import { defineCall } from '../kernel/call.ts'
import { fileSchema } from '../kernel/file.ts'
import { numberMaxLength } from './number-format.ts'
import { projectStates } from './project.ts'
import { decidedProjectRefusal, registrationRefusals, unknownProjectRefusal } from './refusals.ts'

const numberField = z
  .string({ error: requiredTextMessage })
  .check(
    z.minLength(1, requiredTextMessage),
    z.maxLength(numberMaxLength, `Use no máximo ${numberMaxLength} caracteres`),
  )

/**
 * Spec §7 "Register new project": registers a project of a brand. Numbers are accepted in any case and with any
 * separators. A file is sent afterwards, with `addProjectFileCall`.
 */
export const registerProjectCall = defineCall({
  method: 'POST',
  path: '/api/marketing/promotion/:brand-new-project/register',
  summary: 'Cadastra um projeto de uma marca.',
  params: z.object({ brand: z.string().check(z.maxLength(100)) }),
  body: z.object({
    transaction_id: z.uuid(),
    /** The campaign. */
    promotion_id: z.uuid(),
    purchase_number: numberField,
    project_registration_number: numberField,
  }),
  data: z.object({
    project_id: z.string(),
    state: z.enum(projectStates),
    submitted_at: z.string(),
    /** The last day for the answer, as YYYY-MM-DD in the club's time zone. */
    answer_due_on: z.string(),
    /** Points that the approval gives; null for none. */
    points: z.nullable(z.int()),
  }),
  refusals: { ...transactionRefusals, ...registrationRefusals },
  session: 'participant',
  status_rule: 'only-200',
})

/** A campaign's brand, with what a person must know before registering. */
export const projectOfferSchema = z.object({
  campaign_id: z.string(),
  brand_slug: z.string(),
  brand_name: z.string(),
  purchase_format: z.string(),
  purchase_example: z.string(),
  registration_format: z.string(),
  registration_example: z.string(),
  audience: z.array(z.enum(documentTypes)),
  limit_per_customer: z.nullable(z.int()),
  points: z.nullable(z.int()),
  answer_days: z.int(),
  /** Why the person of the session cannot register with the brand; null when they can, and without a session. */
  exclusion: z.nullable(z.string()),
})
export type ProjectOffer = z.infer<typeof projectOfferSchema>

export const readProjectOfferCall = defineCall({
  method: 'GET',
  path: '/api/marketing/promotion/new-project/offer',
  summary: 'A marca de uma promoção de projetos, com os formatos dos números.',
  query: z.object({ campaign_id: z.uuid() }),
  data: projectOfferSchema,
  refusals: unknownCampaignRefusal,
  shared: 'visitors',
})

/** A project as its customer sees it. */
export const projectSchema = z.object({
  project_id: z.string(),
  /** The participation. Older servers, which respond during an update, do not send it. */
  transaction_id: z.optional(z.string()),
  campaign_id: z.string(),
  campaign_slug: z.string(),
  campaign_title: z.string(),
  protocol: z.string(),
  brand_name: z.string(),
  purchase_number: z.string(),
  project_registration_number: z.string(),
  state: z.enum(projectStates),
  submitted_at: z.string(),
  /** The last day for the answer, as YYYY-MM-DD. */
  answer_due_on: z.string(),
  /** Points that the approval gives or gave; null for none. */
  points: z.nullable(z.int()),
  decided_at: z.nullable(z.string()),
  /** Why it was rejected. */
  reason: z.nullable(z.string()),
  cancelled_at: z.nullable(z.string()),
  /** Files sent so far. */
  files: z.int(),
})
export type Project = z.infer<typeof projectSchema>

/** The customer's projects, newest first. A session without a password gets only those that it registered. */
export const listMyProjectsCall = defineCall({
  method: 'GET',
  path: '/api/marketing/promotion/new-project/mine',
  summary: 'Projetos da pessoa.',
  data: z.array(projectSchema),
  refusals: {},
  session: 'participant',
})

/** Adds a photo (JPEG) or a PDF to a project that awaits a decision. */
export const addProjectFileCall = defineCall({
  method: 'POST',
  path: '/api/marketing/promotion/new-project/file',
  summary: 'Envia uma foto ou um PDF de um projeto em análise.',
  multipart: ['file'],
  body: z.object({ project_id: z.uuid(), file: fileSchema(requiredTextMessage) }),
  data: projectSchema,
  refusals: {
    ...unknownProjectRefusal,
    ...decidedProjectRefusal,
    'new-project.file-limit': {
      status: 409,
      message: 'Você já enviou {count} {count|arquivo|arquivos} deste projeto.',
    },
  },
  session: 'participant',
})

/** Cancels the customer's own project while it awaits a decision; a cancelled one is unchanged. */
export const cancelProjectCall = defineCall({
  method: 'POST',
  path: '/api/marketing/promotion/new-project/cancel',
  summary: 'Cancela um projeto em análise.',
  body: z.object({ project_id: z.uuid() }),
  data: projectSchema,
  refusals: { ...unknownProjectRefusal, ...decidedProjectRefusal },
  session: 'participant',
})
