import { filePath } from '@clube/contract/kernel/served-file.ts'
import {
  approveRecoveryCall,
  approveRecoverySecondCall,
  requestResubmissionCall,
  rejectRecoveryCall,
  sendReviewCodeCall,
} from '@clube/contract/recovery/decision-calls.ts'
import {
  confirmDeskCodeCall,
  findCustomerCall,
  issueDeskCodeCall,
  openCustomerCall,
} from '@clube/contract/recovery/desk-calls.ts'
import {
  listRecoveryRequestsCall,
  openPhotoViewCall,
  requestPhotoFile,
  readRecoveryRequestCall,
  startReviewCall,
} from '@clube/contract/recovery/review-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { bindFile } from '../../http/bind-file.ts'
import type { StaffSession } from '../../http/context.ts'
import {
  approveRecovery,
  approveRecoverySecond,
  requestRecoveryResubmission,
  rejectRecovery,
} from './decide-recovery.ts'
import type { RecoveryDeps } from './deps.ts'
import { findCustomer, openCustomer } from './find-customer.ts'
import { confirmIssuedDeskCode, issueDeskCode } from './issue-desk-code.ts'
import { listRecoveryRequests, readRecoveryRequest, startRecoveryReview } from './read-recovery-requests.ts'
import type { RecoveryState, StaffActor } from './recovery-request.ts'
import { sendReviewCode } from './send-review-code.ts'
import { grantRequestPhotoView, viewRequestPhoto } from './view-request-photo.ts'

/** Binds the calls of the desks *Recuperações* and *Balcão*. */
export const bindRecoveryDesks = (binder: Binder, deps: RecoveryDeps): void => {
  bindReading(binder, deps)
  bindPhotos(binder, deps)
  bindDecisions(binder, deps)
  bindDesk(binder, deps)
}

const actorOf = ({ staff_id, name }: StaffSession): StaffActor => ({ staff_id, name })

const bindReading = (binder: Binder, deps: RecoveryDeps): void => {
  bindCall(binder, listRecoveryRequestsCall, async ({ query, staff }) => {
    const { queue, cursor = null } = query
    const { lines, next_cursor } = await listRecoveryRequests(deps, { queue, cursor, by: actorOf(staff) })
    return { data: lines, next_cursor }
  })

  bindCall(binder, readRecoveryRequestCall, async ({ params, staff }) => ({
    data: await readRecoveryRequest(deps, { request_id: params.id, by: actorOf(staff) }),
  }))

  bindCall(binder, startReviewCall, async ({ params, staff }) => ({
    data: await startRecoveryReview(deps, { request_id: params.id, by: actorOf(staff) }),
  }))
}

const bindPhotos = (binder: Binder, deps: RecoveryDeps): void => {
  bindCall(binder, openPhotoViewCall, async ({ params, staff }) => {
    const { view_token, expires_at } = await grantRequestPhotoView(deps, {
      request_id: params.id,
      photo_id: params.photo_id,
      by: actorOf(staff),
    })
    const url = filePath(requestPhotoFile, { view_token })
    return { data: { url, expires_at: expires_at.toISOString() } }
  })

  bindFile(binder, requestPhotoFile, ({ params, staff }) =>
    viewRequestPhoto(deps, { ...params, by: actorOf(staff) }),
  )
}

const decision = (state: RecoveryState) => ({
  data: { state: state.at, held_until: state.at === 'held' ? state.until : null },
})

const bindDecisions = (binder: Binder, deps: RecoveryDeps): void => {
  bindCall(binder, approveRecoveryCall, async ({ params, body, staff }) =>
    decision(await approveRecovery(deps, { request_id: params.id, by: actorOf(staff), ...body })),
  )
  bindCall(binder, approveRecoverySecondCall, async ({ params, body, staff }) =>
    decision(await approveRecoverySecond(deps, { request_id: params.id, by: actorOf(staff), ...body })),
  )
  bindCall(binder, requestResubmissionCall, async ({ params, body, staff }) =>
    decision(await requestRecoveryResubmission(deps, { request_id: params.id, by: actorOf(staff), ...body })),
  )
  bindCall(binder, rejectRecoveryCall, async ({ params, body, staff }) =>
    decision(await rejectRecovery(deps, { request_id: params.id, by: actorOf(staff), ...body })),
  )
  bindCall(binder, sendReviewCodeCall, async ({ params, body, staff }) => {
    const by = actorOf(staff)
    const { expires_at } = await sendReviewCode(deps, { request_id: params.id, by, ...body })
    return { data: { expires_at: expires_at.toISOString() } }
  })
}

const bindDesk = (binder: Binder, deps: RecoveryDeps): void => {
  bindCall(binder, findCustomerCall, async ({ body, staff }) => {
    const document = deps.accounts.readDocument(body)
    return { data: { customer: await findCustomer(deps, { document, by: actorOf(staff) }) } }
  })
  bindCall(binder, openCustomerCall, async ({ body, staff }) => ({
    data: await openCustomer(deps, { ...body, by: actorOf(staff) }),
  }))
  bindCall(binder, issueDeskCodeCall, async ({ body, staff }) => {
    const { code, expires_at } = await issueDeskCode(deps, { ...body, by: actorOf(staff) })
    return { data: { code, expires_at: expires_at.toISOString() } }
  })
  bindCall(binder, confirmDeskCodeCall, async ({ body, staff }) => {
    await confirmIssuedDeskCode(deps, { ...body, by: actorOf(staff) })
    return { data: {}, message: 'Código confirmado. A pessoa já pode usá-lo.' }
  })
}
