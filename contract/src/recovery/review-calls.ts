import * as z from 'zod/mini'
import { documentTypeSchema } from '../brazil/document-type.ts'
import { defineCall } from '../kernel/call.ts'
import { recoveryStates } from './review.ts'
import { movedRequestRefusals, oneRequest, unknownRequestRefusal } from './staff-request.ts'
import { contactStatuses, extraInformationAnswers, identityPhotos } from './support-form.ts'

/** Lists of the desk: what waits for a reviewer, for a second one, for its hold to end, and what is decided. */
export const recoveryQueues = ['waiting', 'second', 'held', 'decided'] as const
export type RecoveryQueue = (typeof recoveryQueues)[number]

/** One line of the queue, oldest first. */
export const recoveryLineSchema = z.object({
  id: z.string(),
  protocol: z.string(),
  state: z.enum(recoveryStates),
  /** ISO instants. */
  submitted_at: z.string(),
  answer_by: z.string(),
  /** Masked. */
  document: z.string(),
  /** Both contacts differ from those of the account: two people and a day's wait. */
  changes_both_contacts: z.boolean(),
  /** Whether it is in the caller's own hands. */
  is_mine: z.boolean(),
})
export type RecoveryLine = z.infer<typeof recoveryLineSchema>

export const listRecoveryRequestsCall = defineCall({
  method: 'GET',
  path: '/api/staff/recovery/requests',
  summary: 'Fila de pedidos de recuperação, do mais antigo ao mais novo.',
  query: z.object({
    queue: z._default(z.enum(recoveryQueues), 'waiting'),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  data: z.array(recoveryLineSchema),
  refusals: {},
  paged: true,
  session: 'staff',
  permission: 'recovery.review',
})

const contactSchema = z.object({
  status: z.enum(contactStatuses),
  /** In full: the reviewer compares it. */
  given: z.string(),
  previous: z.nullable(z.string()),
  /** The account's own, masked. */
  on_file: z.nullable(z.string()),
  /** Whether `given` is the account's own. */
  is_on_file: z.boolean(),
  /** Whether `previous` is the account's own; null when none was given. */
  is_previous_on_file: z.nullable(z.boolean()),
})

/** Everything a reviewer sees of a request. */
export const recoveryRequestSchema = z.object({
  ...recoveryLineSchema.shape,
  document_type: documentTypeSchema,
  name: z.object({ given: z.string(), on_file: z.nullable(z.string()) }),
  birth_date: z.object({ given: z.nullable(z.string()), is_on_file: z.boolean() }),
  cellphone: contactSchema,
  email: contactSchema,
  extra_information: z.enum(extraInformationAnswers),
  extra_information_description: z.nullable(z.string()),
  photos: z.array(z.object({ id: z.string(), purpose: z.enum(identityPhotos), is_purged: z.boolean() })),
  /** The calendar day in the club's time zone that the paper should show, yyyy-MM-dd. */
  submission_day: z.string(),
  /** Who holds or decided it. */
  reviewer_name: z.nullable(z.string()),
  /** ISO instant at which the hold ends. */
  held_until: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  /** The sentence that went to the person, when asked again or rejected. */
  reason: z.nullable(z.string()),
  /** Whether this request answers one that was asked again. */
  follows_protocol: z.nullable(z.string()),
})
export type RecoveryRequest = z.infer<typeof recoveryRequestSchema>

export const readRecoveryRequestCall = defineCall({
  method: 'GET',
  path: '/api/staff/recovery/requests/:id',
  summary: 'Um pedido de recuperação, com tudo o que a análise precisa.',
  params: oneRequest,
  data: recoveryRequestSchema,
  refusals: unknownRequestRefusal,
  session: 'staff',
  permission: 'recovery.review',
})

/** Takes the request into one's own hands; it falls back to the queue after half an hour. */
export const startReviewCall = defineCall({
  method: 'POST',
  path: '/api/staff/recovery/requests/:id/start',
  summary: 'Assume a análise de um pedido.',
  params: oneRequest,
  data: recoveryRequestSchema,
  refusals: movedRequestRefusals,
  session: 'staff',
  permission: 'recovery.review',
})

/** Where the picture of a view is fetched: `GET` with the staff cookie, once, as watermarked JPEG. */
export const photoViewPath = '/api/staff/recovery/photo-views/:view_token'

/** A right to see one photo once, within a minute. The look itself is what the audit line is written for. */
export const openPhotoViewCall = defineCall({
  method: 'POST',
  path: '/api/staff/recovery/requests/:id/photos/:photo_id/view',
  summary: 'Libera uma única visualização de uma foto, com marca-d’água.',
  params: z.extend(oneRequest, { photo_id: z.uuid() }),
  data: z.object({
    /** Address of the picture; good for one view. */
    url: z.string(),
    expires_at: z.string(),
  }),
  refusals: {
    ...unknownRequestRefusal,
    'recovery.photo-gone': { status: 404, message: 'Esta foto já foi apagada.' },
  },
  session: 'staff',
  permission: 'recovery.review',
})
