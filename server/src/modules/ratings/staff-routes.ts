import { Readable } from 'node:stream'
import {
  listDetractorsCall,
  ratingFiguresFile,
  readDetractorContactCall,
  readRatingFiguresCall,
  recordFollowUpCall,
} from '@clube/contract/ratings/staff-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { bindFile } from '../../http/bind-file.ts'
import type { RatingDeps } from './deps.ts'
import { figuresCsv, readFigures } from './figures.ts'
import { listDetractors, readDetractorContact, recordFollowUp } from './follow-up.ts'

/** Binds the calls of the desk *Avaliações*. */
export const bindStaffRatings = (binder: Binder, deps: RatingDeps): void => {
  bindCall(binder, readRatingFiguresCall, async ({ query }) => ({ data: await readFigures(deps, query) }))
  bindFile(binder, ratingFiguresFile, async ({ params }) =>
    Readable.from([
      figuresCsv(await readFigures(deps, params), { ...params, titleOfSegment: deps.titleOfSegment }),
    ]),
  )
  bindCall(binder, listDetractorsCall, async ({ query, staff }) => {
    const { page, next_cursor } = await listDetractors(deps, {
      ...query,
      cursor: query.cursor ?? null,
      member: staff,
    })
    return { data: page, next_cursor }
  })
  bindCall(binder, readDetractorContactCall, async ({ body, staff: { staff_id } }) => ({
    data: await readDetractorContact(deps, { ...body, staff_id }),
  }))
  bindCall(binder, recordFollowUpCall, async ({ body, staff }) => ({
    data: await recordFollowUp(deps, { ...body, member: staff }),
    message: 'Acompanhamento registrado.',
  }))
}
