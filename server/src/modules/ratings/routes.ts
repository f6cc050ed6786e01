import {
  listOpenRatingsCall,
  listOwnRatingsCall,
  readOpenRatingCall,
  readRatingLinkCall,
  saveRatingByLinkCall,
  saveRatingCall,
} from '@clube/contract/ratings/calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { actorOf } from '../sessions/index.ts'
import type { RatingDeps } from './deps.ts'
import {
  listOpenRatings,
  listOwnRatings,
  readOpenRating,
  readRatingLink,
  saveRating,
  saveRatingByLink,
} from './save-rating.ts'
import { bindStaffRatings } from './staff-routes.ts'

const savedMessage = 'Obrigado! A sua avaliação foi enviada.'

/** Binds the calls of ratings of customers and staff. */
export const bindRatings = (binder: Binder, deps: RatingDeps): void => {
  bindCall(binder, saveRatingCall, async ({ body, session }) => ({
    data: await saveRating(deps, { ...body, ...actorOf(session) }),
    message: savedMessage,
  }))
  bindCall(binder, listOpenRatingsCall, async ({ session }) => ({
    data: await listOpenRatings(deps, actorOf(session)),
  }))
  bindCall(binder, readOpenRatingCall, async ({ query, session }) => ({
    data: await readOpenRating(deps, { ...query, ...actorOf(session) }),
  }))
  bindCall(binder, listOwnRatingsCall, async ({ session }) => ({
    data: await listOwnRatings(deps, session.customer_id),
  }))
  bindCall(binder, readRatingLinkCall, async ({ body }) => ({ data: await readRatingLink(deps, body) }))
  bindCall(binder, saveRatingByLinkCall, async ({ body }) => ({
    data: await saveRatingByLink(deps, body),
    message: savedMessage,
  }))
  bindStaffRatings(binder, deps)
}
