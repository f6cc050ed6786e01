import * as z from 'zod/mini'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { quotedText } from '../brazil/quoted-text.ts'
import { defineCall } from '../kernel/call.ts'
import { revisionSchema } from '../kernel/revision.ts'
import { promotionKinds } from '../kernel/promotion-kinds.ts'
import { campaignPlanFields, slugSchema, staffCampaignSchema } from './campaign.ts'
import { draftReferenceSchema, draftRefusals } from './draft-calls.ts'
import { unknownCampaignRefusal, wrongStateRefusal } from './refusals.ts'

const campaignIdFields = { campaign_id: z.uuid() }

/** Every campaign, most recently changed first. */
export const staffListCampaignsCall = defineCall({
  method: 'GET',
  path: '/api/staff/campaign',
  summary: 'Todas as promoções.',
  data: z.array(staffCampaignSchema),
  refusals: {},
  session: 'staff',
  permission: 'campaigns.edit',
})

/** Campaigns waiting for approval, for approvers. */
export const staffReviewCampaignsCall = defineCall({
  method: 'GET',
  path: '/api/staff/campaign/review',
  summary: 'Promoções que esperam a segunda assinatura.',
  data: z.array(staffCampaignSchema),
  refusals: {},
  session: 'staff',
  permission: 'campaigns.approve',
})

export const createCampaignCall = defineCall({
  method: 'POST',
  path: '/api/staff/campaign/create',
  summary: 'Cria o rascunho de uma promoção.',
  body: z.object({
    slug: slugSchema,
    kind: z.enum(promotionKinds),
    ...campaignPlanFields,
    /** The incomplete draft that the campaign replaces. */
    draft: z.optional(draftReferenceSchema),
  }),
  data: staffCampaignSchema,
  refusals: {
    ...draftRefusals,
    'campaigns.slug-taken': {
      status: 409,
      message: 'Já existe uma promoção com este link.',
      path: 'slug',
    },
  },
  session: 'staff',
  permission: 'campaigns.edit',
})

/** Replaces the whole plan of a draft at the revision that was read, except kind and slug. */
export const updateCampaignCall = defineCall({
  method: 'POST',
  path: '/api/staff/campaign/update',
  summary: 'Altera o rascunho de uma promoção.',
  body: z.object({
    ...campaignIdFields,
    revision: revisionSchema,
    ...campaignPlanFields,
    /** The incomplete changes that the plan replaces. */
    draft: z.optional(draftReferenceSchema),
  }),
  data: staffCampaignSchema,
  refusals: {
    ...unknownCampaignRefusal,
    ...wrongStateRefusal,
    ...draftRefusals,
  },
  session: 'staff',
  permission: 'campaigns.edit',
})

export const submitCampaignCall = defineCall({
  method: 'POST',
  path: '/api/staff/campaign/submit',
  summary: 'Envia o rascunho para a segunda assinatura.',
  body: z.object(campaignIdFields),
  data: staffCampaignSchema,
  refusals: { ...unknownCampaignRefusal, ...wrongStateRefusal },
  session: 'staff',
  permission: 'campaigns.edit',
})

/** The second signature, for the revision that was read; from then on the campaign starts and ends automatically. */
export const approveCampaignCall = defineCall({
  method: 'POST',
  path: '/api/staff/campaign/approve',
  summary: 'Aprova a promoção; ela começa sozinha na data marcada.',
  body: z.object({
    ...campaignIdFields,
    revision: revisionSchema,
    /** Why it needs no certificate, if the approver decides that it needs none. */
    certificate_waiver: z.optional(
      quotedText(300).check(
        z.refine((text) => text.length === 0 || text.length >= 10, 'Explique em pelo menos 10 caracteres'),
      ),
    ),
  }),
  data: staffCampaignSchema,
  refusals: {
    ...unknownCampaignRefusal,
    ...wrongStateRefusal,
    'campaigns.revised': {
      status: 409,
      message: 'A promoção mudou depois que você a abriu. Leia a versão nova antes de aprovar.',
    },
    'campaigns.same-person': { status: 403, message: 'Quem escreveu a promoção não pode aprová-la.' },
    'campaigns.kind-not-implemented': {
      status: 409,
      message: 'Este tipo de promoção ainda não está disponível.',
    },
  },
  session: 'staff',
  permission: 'campaigns.approve',
  second_signature: true,
})

export const returnCampaignCall = defineCall({
  method: 'POST',
  path: '/api/staff/campaign/return',
  summary: 'Devolve a promoção para quem a escreveu.',
  body: z.object({
    ...campaignIdFields,
    reason: z.string().check(z.trim(), z.minLength(1, requiredTextMessage), z.maxLength(300)),
  }),
  data: staffCampaignSchema,
  refusals: { ...unknownCampaignRefusal, ...wrongStateRefusal },
  session: 'staff',
  permission: 'campaigns.approve',
})

/** Pauses, resumes or ends a campaign, or archives an ended one. */
export const changeCampaignCall = defineCall({
  method: 'POST',
  path: '/api/staff/campaign/change',
  summary: 'Pausa, retoma, encerra ou arquiva uma promoção.',
  body: z.object({ ...campaignIdFields, event: z.enum(['pause', 'resume', 'end', 'archive']) }),
  data: staffCampaignSchema,
  refusals: { ...unknownCampaignRefusal, ...wrongStateRefusal },
  session: 'staff',
  permission: 'campaigns.edit',
})
