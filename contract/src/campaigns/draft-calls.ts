import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'
import { revisionSchema } from '../kernel/revision.ts'
import { unknownCampaignRefusal, wrongStateRefusal } from './refusals.ts'

/** Incomplete drafts of new campaigns in a club; changes of existing ones are not counted. */
export const maxDrafts = 50

/** Fields of one draft; a plan has about twenty, and three per prize. */
const maxFields = 1000

const fieldSchema = z.union([
  z.string().check(z.maxLength(10_000)),
  z.int(),
  z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10)),
])

/** The fields of a plan as they are typed, by path; any may be missing or invalid. */
const valuesSchema = z
  .record(z.string().check(z.maxLength(100), z.regex(/^[a-z_]+(\.[a-z0-9_]+)*$/)), fieldSchema)
  .check(z.refine((values) => Object.keys(values).length <= maxFields, 'São campos demais'))
export type DraftValues = z.infer<typeof valuesSchema>

/** The draft that was read, at its revision. */
export const draftReferenceSchema = z.object({
  draft_id: z.uuid(),
  revision: revisionSchema,
})
export type DraftReference = z.infer<typeof draftReferenceSchema>

const draftSchema = z.extend(draftReferenceSchema, {
  /** The campaign whose incomplete changes these are; null for a new campaign. */
  campaign_id: z._default(z.nullable(z.uuid()), null),
  values: valuesSchema,
  /** Ids of the staff members who edited it; they may not approve the campaign that it becomes. */
  edited_by: z.array(z.string()),
  updated_at: z.string(),
})
export type CampaignDraft = z.infer<typeof draftSchema>

export const draftRefusals = {
  'campaigns.draft-unknown': {
    status: 404,
    message: 'Este rascunho não existe mais: foi concluído ou apagado.',
  },
  'campaigns.draft-revised': {
    status: 409,
    message: 'Outra pessoa alterou este rascunho. Abra-o de novo para não perder o que ela escreveu.',
  },
} as const

/** Incomplete drafts of campaigns, most recently changed first. */
export const listDraftsCall = defineCall({
  method: 'GET',
  path: '/api/staff/campaign/draft',
  summary: 'Rascunhos incompletos de promoções.',
  data: z.array(draftSchema),
  refusals: {},
  session: 'staff',
  permission: 'campaigns.edit',
})

/** Stores a draft, in which any fields may be missing; it does not expire. */
export const saveDraftCall = defineCall({
  method: 'POST',
  path: '/api/staff/campaign/draft/save',
  summary: 'Guarda um rascunho incompleto.',
  body: z.object({
    draft: z.nullable(draftReferenceSchema),
    values: valuesSchema,
    /** The campaign to change, at the revision that was read: for its first incomplete changes. */
    campaign: z.optional(z.object({ campaign_id: z.uuid(), revision: revisionSchema })),
  }),
  data: draftSchema,
  refusals: {
    ...draftRefusals,
    ...unknownCampaignRefusal,
    ...wrongStateRefusal,
    'campaigns.too-many-drafts': {
      status: 409,
      message: 'O clube já tem {count} rascunhos incompletos. Conclua ou apague um antes de começar outro.',
    },
  },
  session: 'staff',
  permission: 'campaigns.edit',
})

export const deleteDraftCall = defineCall({
  method: 'POST',
  path: '/api/staff/campaign/draft/delete',
  summary: 'Apaga um rascunho incompleto.',
  body: draftReferenceSchema,
  data: z.object({}),
  refusals: draftRefusals,
  session: 'staff',
  permission: 'campaigns.edit',
})
