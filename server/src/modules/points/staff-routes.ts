import {
  adjustPointsCall,
  findPointsAccountCall,
  openPointsAccountCall,
} from '@clube/contract/points/adjustment-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { readDocument } from '../identity/index.ts'
import { adjustPoints } from './adjust-points.ts'
import { findPointsAccount, openPointsAccount, type PointsDeskDeps } from './points-desk.ts'

/** Binds the calls of the desk *Pontos*. */
export const bindPointsDesk = (binder: Binder, deps: PointsDeskDeps): void => {
  bindCall(binder, findPointsAccountCall, async ({ body, staff: { staff_id } }) => {
    const document = readDocument(deps.rules, body)
    return { data: { account: await findPointsAccount(deps, { document, staff_id }) } }
  })

  bindCall(binder, openPointsAccountCall, async ({ body, staff: { staff_id } }) => ({
    data: await openPointsAccount(deps, { ...body, staff_id }),
  }))

  bindCall(binder, adjustPointsCall, async ({ body, staff: { staff_id } }) => {
    const { may_owe, ...adjustment } = body
    const account = await adjustPoints(deps, { ...adjustment, may_owe: may_owe === 'yes', staff_id })
    return { data: account, message: 'Pontos ajustados.' }
  })
}
