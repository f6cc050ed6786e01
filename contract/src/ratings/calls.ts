import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'
import { yesNoSchema } from '../kernel/yes-no.ts'
import { areReasonsOf, ratingCommentMaxLength, ratingReasonSchema, ratingSchema } from './rating.ts'

const commentMessage = `Escreva até ${ratingCommentMaxLength.toLocaleString('pt-BR')} caracteres.`
const reasonsMessage = 'Escolha motivos da lista.'
const subjectMessage = 'Informe a compra que você quer avaliar.'

/** What a person answers. Without `allow_contact` the club does not contact them about it. */
const answerFields = {
  rating: ratingSchema,
  reasons: z._default(
    z.array(ratingReasonSchema, { error: reasonsMessage }).check(
      z.maxLength(20, reasonsMessage),
      z.overwrite((reasons) => [...new Set(reasons)]),
    ),
    [],
  ),
  comment: z._default(z.string().check(z.trim(), z.maxLength(ratingCommentMaxLength, commentMessage)), ''),
  allow_contact: z._default(yesNoSchema, 'no'),
} as const

const reasonsMatch = z.refine<{ rating: number; reasons: z.infer<typeof ratingReasonSchema>[] }>(
  ({ rating, reasons }) => areReasonsOf(rating, reasons),
  { error: reasonsMessage, path: ['reasons'] },
)

/** A purchase that can be rated, without data of the person. */
const purchaseFields = {
  purchase_id: z.string(),
  shop_name: z.string(),
  /** The club's day of the purchase, yyyy-MM-dd. */
  issued_on: z.string(),
} as const

export const openRatingSchema = z.object({
  ...purchaseFields,
  /** ISO instant until which it can be rated. */
  expires_at: z.string(),
})
export type OpenRating = z.infer<typeof openRatingSchema>

/** The answer as it was saved. */
const savedRatingSchema = z.object({ ...purchaseFields, rating: ratingSchema })
export type SavedRating = z.infer<typeof savedRatingSchema>

/** Why a purchase can no longer be rated. */
export const unanswerableRefusals = {
  'ratings.already-rated': { status: 409, message: 'Esta compra já foi avaliada.' },
  'ratings.expired': { status: 409, message: 'O prazo para avaliar esta compra terminou em {date}.' },
  'ratings.withdrawn': {
    status: 409,
    message: 'Esta nota foi estornada ou corrigida e não pode mais ser avaliada.',
  },
} as const

const unknownRefusal = {
  'ratings.unknown': { status: 404, message: 'Não encontramos esta compra entre as que você pode avaliar.' },
} as const

/**
 * Rates a purchase of the customer (spec §7), by its id or by a participation that used it. Never answers 400: a body that
 * cannot be read is a field error, too.
 */
export const saveRatingCall = defineCall({
  method: 'POST',
  path: '/api/marketing/promotion/purchase/save-nps-rating',
  summary: 'Avalia uma compra, uma vez.',
  body: z
    .object({
      purchase_id: z.optional(z.uuid()),
      transaction_id: z.optional(z.uuid()),
      ...answerFields,
    })
    .check(
      z.refine(
        ({ purchase_id, transaction_id }) => (purchase_id === undefined) !== (transaction_id === undefined),
        { error: subjectMessage, path: ['purchase_id'] },
      ),
      reasonsMatch,
    ),
  data: savedRatingSchema,
  refusals: { ...unknownRefusal, ...unanswerableRefusals },
  session: 'participant',
  status_rule: 'no-400',
})

/** The purchases that the customer was asked to rate and has not rated, in order of their deadlines. */
export const listOpenRatingsCall = defineCall({
  method: 'GET',
  path: '/api/marketing/purchase/ratings',
  summary: 'Compras que esperam uma avaliação.',
  data: z.array(openRatingSchema),
  refusals: {},
  session: 'participant',
})

/** One purchase of the customer that can be rated. */
export const readOpenRatingCall = defineCall({
  method: 'GET',
  path: '/api/marketing/purchase/rating',
  summary: 'A compra que a pessoa vai avaliar.',
  query: z.object({ purchase_id: z.uuid() }),
  data: openRatingSchema,
  refusals: { ...unknownRefusal, ...unanswerableRefusals },
  session: 'participant',
})

/** The answers that the customer gave, newest first, for their own data. */
export const listOwnRatingsCall = defineCall({
  method: 'GET',
  path: '/api/marketing/purchase/own-ratings',
  summary: 'Avaliações que a pessoa enviou.',
  data: z.array(
    z.object({
      ...purchaseFields,
      rating: ratingSchema,
      reasons: z.array(ratingReasonSchema),
      comment: z.nullable(z.string()),
      allow_contact: yesNoSchema,
      rated_at: z.string(),
      /** When the club recorded a follow-up, and how it ended. */
      followed_up_at: z.nullable(z.string()),
    }),
  ),
  refusals: {},
  session: 'customer',
})
export type OwnRating = z.infer<(typeof listOwnRatingsCall)['data']>[number]

const linkRefusals = {
  'ratings.unknown-link': {
    status: 404,
    message: 'Este link não vale. Confira se ele está inteiro ou entre no clube para avaliar a compra.',
  },
  ...unanswerableRefusals,
} as const

/** The purchase and the signature in the link of an e-mail. */
const linkFields = {
  purchase_id: z.string().check(z.maxLength(60)),
  token: z.string().check(z.maxLength(120)),
} as const

/**
 * The purchase that the link in an e-mail rates: shop and day, no personal data. A POST, so that the signature does not
 * appear in a URL; it changes nothing.
 */
export const readRatingLinkCall = defineCall({
  method: 'POST',
  path: '/api/marketing/purchase/rating-link/read',
  summary: 'A compra que o link de um e-mail permite avaliar.',
  body: z.object(linkFields),
  data: openRatingSchema,
  refusals: linkRefusals,
})

/** Rates the purchase of a link in an e-mail without a session, once. */
export const saveRatingByLinkCall = defineCall({
  method: 'POST',
  path: '/api/marketing/purchase/rating-link/save',
  summary: 'Avalia, sem entrar, a compra do link de um e-mail.',
  body: z.object({ ...linkFields, ...answerFields }).check(reasonsMatch),
  data: savedRatingSchema,
  refusals: linkRefusals,
  status_rule: 'no-400',
})
