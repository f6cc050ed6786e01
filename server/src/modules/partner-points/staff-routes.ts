import {
  askAgainCall,
  confirmRefundCall,
  decideCaseCall,
  listCasesCall,
  listDeskPartnersCall,
  listPartnerChoicesCall,
  listRefundsCall,
  proposeRefundCall,
  resumeRefundCall,
  switchPartnerCall,
  withdrawRefundCall,
} from '@clube/contract/partner-points/desk-calls.ts'
import {
  decideSettlementItemCall,
  listSettlementItemsCall,
  listSettlementsCall,
  readSettlementFiguresCall,
  sendSettlementPartCall,
  settlementItemsFile,
  startSettlementCall,
} from '@clube/contract/partner-points/settlement-calls.ts'
import { bindFile } from '../../http/bind-file.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { askAgain, decideCase, listCases, listDeskPartners, switchPartner } from './decide-cases.ts'
import type { PartnerDeps } from './deps.ts'
import { requirePartner } from './links/link-partner.ts'
import type { RedemptionSaga } from './redemptions/redeem-points.ts'
import {
  confirmRefund,
  listRefunds,
  proposeRefund,
  resumeRefund,
  withdrawRefund,
} from './refunds/refund-redemption.ts'
import { listSettlements, receivePart, startSettlement } from './settlement/import-settlement.ts'
import { decideItem, listSettlementItems, readFigures, readItemsFile } from './settlement/view-items.ts'

const refuse = refusalsOf(
  listCasesCall,
  listRefundsCall,
  listSettlementsCall,
  listSettlementItemsCall,
  readSettlementFiguresCall,
)

/** Binds the calls and the file of the desk *Conciliação*. */
export const bindReconciliation = (binder: Binder, deps: PartnerDeps, saga: RedemptionSaga): void => {
  const slugOf = ({ partner }: { partner: string }) => requirePartner(deps, partner, refuse).slug

  bindCall(binder, listPartnerChoicesCall, async () => ({
    data: [...deps.partners].map(([slug, { title }]) => ({ partner: slug, name: title })),
  }))
  bindCall(binder, listDeskPartnersCall, async () => ({ data: await listDeskPartners(deps) }))
  bindCall(binder, switchPartnerCall, async ({ body, staff }) => ({
    data: await switchPartner(deps, { ...body, staff_id: staff.staff_id }),
  }))
  bindCall(binder, startSettlementCall, async ({ body, staff }) => ({
    data: await startSettlement(deps, { ...body, staff_id: staff.staff_id }),
  }))
  bindCall(binder, sendSettlementPartCall, async ({ body, staff }) => ({
    data: await receivePart(deps, { ...body, staff_id: staff.staff_id }),
  }))
  bindCall(binder, listSettlementsCall, async ({ query }) => ({
    data: await listSettlements(deps, slugOf(query)),
  }))
  bindCall(binder, listSettlementItemsCall, ({ query }) =>
    listSettlementItems(deps, { ...query, partner: slugOf(query), cursor: query.cursor }),
  )
  bindCall(binder, decideSettlementItemCall, async ({ body, staff }) => ({
    data: await decideItem(deps, { ...body, staff_id: staff.staff_id }),
  }))
  bindCall(binder, readSettlementFiguresCall, async ({ query }) => ({
    data: await readFigures(deps, slugOf(query)),
  }))
  bindFile(binder, settlementItemsFile, ({ params, staff }) =>
    readItemsFile(deps, { ...params, staff_id: staff.staff_id }),
  )
  bindCall(binder, listCasesCall, async ({ query }) => ({ data: await listCases(deps, slugOf(query)) }))
  bindCall(binder, askAgainCall, async ({ body, staff }) => {
    await askAgain(deps, saga, { ...body, staff_id: staff.staff_id })
    return { data: {} }
  })
  bindCall(binder, decideCaseCall, async ({ body, staff }) => ({
    data: { state: await decideCase(deps, saga, { ...body, staff_id: staff.staff_id }) },
  }))
  bindCall(binder, listRefundsCall, ({ query, staff }) =>
    listRefunds(deps, { partner: slugOf(query), cursor: query.cursor, staff_id: staff.staff_id }),
  )
  bindCall(binder, proposeRefundCall, async ({ body, staff }) => ({
    data: await proposeRefund(deps, { ...body, staff_id: staff.staff_id }),
  }))
  bindCall(binder, confirmRefundCall, async ({ body, staff }) => ({
    data: await confirmRefund(deps, { ...body, staff_id: staff.staff_id }),
  }))
  bindCall(binder, withdrawRefundCall, async ({ body, staff }) => ({
    data: await withdrawRefund(deps, { ...body, staff_id: staff.staff_id }),
  }))
  bindCall(binder, resumeRefundCall, async ({ body, staff }) => ({
    data: await resumeRefund(deps, { ...body, staff_id: staff.staff_id }),
  }))
}
