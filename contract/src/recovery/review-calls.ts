import * as z from 'zod/mini'
import { opaqueCursor } from '../kernel/cursor.ts'
import { documentTypeSchema } from '../brazil/document-type.ts'
import { defineCall } from '../kernel/call.ts'
import { defineFile } from '../kernel/served-file.ts'
import { recoveryMethods } from './code-calls.ts'
import { recoveryStates } from './review.ts'
import { changedRequestRefusals, requestParams, unknownRequestRefusal } from './staff-request.ts'
import { contactStatuses, extraInformationAnswers, identityPhotos } from './support-form.ts'

/** Queues of the desk: waiting for a reviewer, for a second one, on hold, decided. */
export const recoveryQueues = ['waiting', 'second', 'held', 'decided'] as const
export type RecoveryQueue = (typeof recoveryQueues)[number]

/** A request in a queue, which is ordered oldest first. */
export const recoveryLineSchema = z.object({
  id: z.string(),
  protocol: z.string(),
  state: z.enum(recoveryStates),
  /** ISO instants. */
  submitted_at: z.string(),
  answer_by: z.string(),
  /** Masked. */
  document: z.string(),
  /** Whether both contacts differ from the account's, so that the code cannot be sent to either of those on file. */
  changes_both_contacts: z.boolean(),
  /** Whether the caller is the one reviewing it. */
  is_mine: z.boolean(),
})
export type RecoveryLine = z.infer<typeof recoveryLineSchema>

export const listRecoveryRequestsCall = defineCall({
  method: 'GET',
  path: '/api/staff/recovery/requests',
  summary: 'Fila de pedidos de recuperação, do mais antigo ao mais novo.',
  query: z.object({
    queue: z._default(z.enum(recoveryQueues), 'waiting'),
    cursor: opaqueCursor,
  }),
  data: z.array(recoveryLineSchema),
  refusals: {},
  paged: true,
  session: 'staff',
  permission: 'recovery.review',
})

const contactSchema = z.object({
  status: z.enum(contactStatuses),
  /** Unmasked: the reviewer compares it. */
  given: z.string(),
  previous: z.nullable(z.string()),
  /** The account's contact, masked. */
  on_file: z.nullable(z.string()),
  /** Whether `given` equals the account's contact. */
  is_on_file: z.boolean(),
  /** Whether `previous` equals the account's contact; null when none was given. */
  is_previous_on_file: z.nullable(z.boolean()),
})

/** A request as the reviewer sees it. */
export const recoveryRequestSchema = z.object({
  ...recoveryLineSchema.shape,
  customer_id: z.string(),
  document_type: documentTypeSchema,
  name: z.object({ given: z.string(), on_file: z.nullable(z.string()) }),
  birth_date: z.object({ given: z.nullable(z.string()), is_on_file: z.boolean() }),
  cellphone: contactSchema,
  email: contactSchema,
  extra_information: z.enum(extraInformationAnswers),
  extra_information_description: z.nullable(z.string()),
  photos: z.array(
    z.object({
      id: z.string(),
      purpose: z.enum(identityPhotos),
      is_purged: z.boolean(),
      /** Whether the caller has opened it, which is required for approving. */
      is_viewed: z.boolean(),
    }),
  ),
  /** The day of submission in club time (yyyy-MM-dd), which the paper in the selfie should show. */
  submission_day: z.string(),
  /** The staff member who is reviewing or decided it. */
  reviewer_name: z.nullable(z.string()),
  /**
   * The channel of the code chosen by the first reviewer, which the second approval includes; null before the first
   * approval and after the second.
   */
  send_by: z.nullable(z.enum(recoveryMethods)),
  /** Whether an approved request waited through the hold; otherwise codes go only to contacts on file. */
  was_held: z.boolean(),
  /** ISO instant at which the hold ends. */
  held_until: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  /** The sentence sent to the customer when staff requested a new submission or rejected the request. */
  reason: z.nullable(z.string()),
  /** Protocol of the earlier request whose review led to this submission; null for a first submission. */
  follows_protocol: z.nullable(z.string()),
})
export type RecoveryRequest = z.infer<typeof recoveryRequestSchema>

export const readRecoveryRequestCall = defineCall({
  method: 'GET',
  path: '/api/staff/recovery/requests/:id',
  summary: 'Um pedido de recuperação, com tudo o que a análise precisa.',
  params: requestParams,
  data: recoveryRequestSchema,
  refusals: unknownRequestRefusal,
  session: 'staff',
  permission: 'recovery.review',
})

/** Assigns the request to the caller; it returns to the queue after half an hour. */
export const startReviewCall = defineCall({
  method: 'POST',
  path: '/api/staff/recovery/requests/:id/start',
  summary: 'Assume a análise de um pedido.',
  params: requestParams,
  data: recoveryRequestSchema,
  refusals: changedRequestRefusals,
  session: 'staff',
  permission: 'recovery.review',
})

/** Path of a photo view: `GET` with the staff cookie, once, as a watermarked JPEG. */
export const requestPhotoFile = defineFile({
  path: '/api/staff/recovery/photo-views/:view_token',
  summary: 'A foto de um pedido de recuperação, uma única vez.',
  params: z.object({ view_token: z.string().check(z.maxLength(100)) }),
  type: 'image/jpeg',
  disposition: 'inline',
  refusals: {},
  session: 'staff',
  permission: 'recovery.review',
})

/** Grants one view of a photo within a minute. The view itself is audited. */
export const openPhotoViewCall = defineCall({
  method: 'POST',
  path: '/api/staff/recovery/requests/:id/photos/:photo_id/view',
  summary: 'Libera uma única visualização de uma foto, com marca-d’água.',
  params: z.extend(requestParams, { photo_id: z.uuid() }),
  data: z.object({
    /** Path of the photo, valid for one view. */
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
