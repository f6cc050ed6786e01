import {
  approveCorrectionCall,
  listCorrectionsCall,
  proposeCorrectionCall,
  readCorrectionCall,
  rejectCorrectionCall,
} from '@clube/contract/service-desk/correction-calls.ts'
import { readHistoryCall } from '@clube/contract/service-desk/history-calls.ts'
import { resendMessageCall, resendReceiptMessageCall } from '@clube/contract/service-desk/resend-calls.ts'
import { searchCustomersCall } from '@clube/contract/service-desk/search-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import {
  approveCorrection,
  listCorrections,
  proposeCorrection,
  readCorrection,
  rejectCorrection,
} from './correct-customer.ts'
import type { ServiceDeskDeps } from './deps.ts'
import { readHistory } from './read-history.ts'
import { resendMessage, resendReceiptMessage } from './resend-message.ts'
import { searchCustomers } from './search-customers.ts'

/** Binds the customer search, corrections, the customer's page and the resending of messages. */
export const bindServiceDesk = (binder: Binder, deps: ServiceDeskDeps): void => {
  bindCall(binder, searchCustomersCall, async ({ body, staff: { staff_id } }) => ({
    data: await searchCustomers(deps, { criteria: body.text, birth_date: body.birth_date ?? null, staff_id }),
  }))

  bindCall(binder, listCorrectionsCall, async ({ staff: { staff_id } }) => ({
    data: await listCorrections(deps, staff_id),
  }))

  bindCall(binder, readCorrectionCall, async ({ body, staff: { staff_id } }) => ({
    data: { correction: await readCorrection(deps, { ...body, staff_id }) },
  }))

  bindCall(binder, proposeCorrectionCall, async ({ body, staff: { staff_id } }) => ({
    data: await proposeCorrection(deps, { ...body, birth_date: body.birth_date ?? null, staff_id }),
  }))

  bindCall(binder, approveCorrectionCall, async ({ body, staff: { staff_id } }) => {
    await approveCorrection(deps, { ...body, staff_id })
    return { data: {}, message: 'Dados corrigidos.' }
  })

  bindCall(binder, rejectCorrectionCall, async ({ body, staff: { staff_id } }) => {
    await rejectCorrection(deps, { ...body, staff_id })
    return { data: {}, message: 'Correção recusada.' }
  })

  bindCall(binder, resendMessageCall, async ({ body, staff: { staff_id } }) => {
    await resendMessage(deps, { ...body, staff_id })
    return { data: {}, message: 'Mensagem reenviada ao e-mail confirmado.' }
  })

  bindCall(binder, resendReceiptMessageCall, async ({ body, staff: { staff_id } }) => {
    await resendReceiptMessage(deps, { ...body, staff_id })
    return { data: {}, message: 'Mensagem reenviada ao e-mail confirmado.' }
  })

  bindCall(binder, readHistoryCall, async ({ body, staff: { staff_id } }) => ({
    data: await readHistory(deps, { ...body, staff_id }),
  }))
}
