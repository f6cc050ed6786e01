import * as z from 'zod/mini'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { defineCall } from '../kernel/call.ts'
import { instantSchema } from '../kernel/instant.ts'
import { unknownCampaignRefusal } from './refusals.ts'

/** States of a change of a running campaign's regulation. */
const regulationChangeStates = ['proposed', 'approved', 'withdrawn'] as const

/** A later end that the new version of the regulation announces. */
const extensionFields = {
  ends_at: instantSchema,
  /** The new deadline for collecting prizes; null if it is unchanged. */
  redeem_until: z.nullable(instantSchema),
  /** The last day that the authority authorized; null if the campaign needs no certificate. */
  authorized_until: z.nullable(z.iso.date({ error: 'Data inválida' })),
}

const changeSchema = z.object({
  change_id: z.uuid(),
  campaign_id: z.uuid(),
  campaign_title: z.string(),
  campaign_slug: z.string(),
  version: z.string(),
  former_version: z.nullable(z.string()),
  /** The authority's reference number of the approval; null when the kind needs no certificate. */
  authority_reference: z.nullable(z.string()),
  /** Null if the period is unchanged. */
  extension: z.nullable(
    z.object({
      ...extensionFields,
      former_ends_at: z.string(),
      former_redeem_until: z.nullable(z.string()),
    }),
  ),
  state: z.enum(regulationChangeStates),
  /**
   * Whether the approver returned it, so that it can be proposed again, or withdrawn. Its `state` is then 'withdrawn',
   * because open pages of earlier versions accept no other state.
   */
  is_returned: z._default(z.boolean(), false),
  proposed_by: z.string(),
  /** Absent from the responses of earlier versions. */
  proposed_by_name: z.optional(z.string()),
  proposed_at: z.string(),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  /** Why the approver returned it. */
  review_note: z._default(z.nullable(z.string()), null),
})
export type RegulationChange = z.infer<typeof changeSchema>
export type Extension = NonNullable<RegulationChange['extension']>

const changeIdFields = { change_id: z.uuid() }

const decidedRefusal = {
  'campaigns.regulation-decided': {
    status: 409,
    message: 'Esta mudança de regulamento já foi decidida. Atualize a página.',
  },
  'campaigns.regulation-unknown': { status: 404, message: 'Mudança de regulamento não encontrada.' },
} as const

/** Changes of a campaign's regulation, newest first. */
export const listRegulationChangesCall = defineCall({
  method: 'GET',
  path: '/api/staff/campaign/regulation',
  summary: 'Mudanças de regulamento de uma promoção.',
  query: z.object({ campaign_id: z.uuid() }),
  data: z.array(changeSchema),
  refusals: {},
  session: 'staff',
  permission: 'campaigns.edit',
})

/** The regulation changes of all campaigns that await the second signature. */
export const reviewRegulationChangesCall = defineCall({
  method: 'GET',
  path: '/api/staff/campaign/regulation/review',
  summary: 'Mudanças de regulamento que esperam a segunda assinatura.',
  data: z.array(changeSchema),
  refusals: {},
  session: 'staff',
  permission: 'campaigns.approve',
})

/**
 * Proposes that a scheduled, active or paused campaign follow the version of its regulation that is in force, and
 * end later if that version announces a later end.
 */
export const proposeRegulationCall = defineCall({
  method: 'POST',
  path: '/api/staff/campaign/regulation/propose',
  summary: 'Propõe uma nova versão do regulamento para uma promoção em andamento.',
  body: z.object({
    campaign_id: z.uuid(),
    version: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
    authority_reference: z.nullable(z.string().check(z.trim(), z.maxLength(100))),
    extension: z.nullable(z.object(extensionFields)),
  }),
  data: changeSchema,
  refusals: {
    ...unknownCampaignRefusal,
    'campaigns.not-running': { status: 409, message: 'A promoção não está em andamento.' },
    'campaigns.regulation-proposed': {
      status: 409,
      message: 'Já existe uma mudança de regulamento à espera da segunda assinatura.',
    },
  },
  session: 'staff',
  permission: 'campaigns.edit',
})

/** The second signature: the version is then in force, and customers who accepted another one are notified. */
export const approveRegulationCall = defineCall({
  method: 'POST',
  path: '/api/staff/campaign/regulation/approve',
  summary: 'Aprova a mudança de regulamento; quem aceitou a versão anterior é avisado.',
  body: z.object(changeIdFields),
  data: changeSchema,
  refusals: {
    ...decidedRefusal,
    'campaigns.not-running': { status: 409, message: 'A promoção não está em andamento.' },
    'campaigns.regulation-same-person': {
      status: 403,
      message: 'Quem propôs a mudança de regulamento não pode aprová-la.',
    },
    'campaigns.regulation-outdated': {
      status: 409,
      message: 'Foi publicada outra versão do regulamento. Devolva a proposta a quem a enviou.',
    },
    'campaigns.extension-outdated': {
      status: 409,
      message: 'A promoção não pode mais ser prorrogada assim. Devolva a proposta a quem a enviou.',
    },
  },
  session: 'staff',
  permission: 'campaigns.approve',
  second_signature: true,
})

/** Returns a proposed change to marketing, which can propose it again with other data, or withdraw it. */
export const returnRegulationCall = defineCall({
  method: 'POST',
  path: '/api/staff/campaign/regulation/return',
  summary: 'Devolve a proposta de mudança de regulamento, com o motivo.',
  body: z.object({
    ...changeIdFields,
    reason: z.string().check(z.trim(), z.minLength(1, requiredTextMessage), z.maxLength(300)),
  }),
  data: changeSchema,
  refusals: decidedRefusal,
  session: 'staff',
  permission: 'campaigns.approve',
})

/** Withdraws a proposed or returned change. */
export const withdrawRegulationCall = defineCall({
  method: 'POST',
  path: '/api/staff/campaign/regulation/withdraw',
  summary: 'Retira a proposta de mudança de regulamento.',
  body: z.object(changeIdFields),
  data: changeSchema,
  refusals: decidedRefusal,
  session: 'staff',
  permission: 'campaigns.edit',
})
