import {
  listMyParkingVouchersCall,
  readMyParkingVoucherCall,
  readParkingOfferCall,
  readParkingTicketCall,
  redeemParkingVoucherCall,
} from '@clube/contract/parking-voucher/calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { createOutsidePacer } from '../../http/pacer.ts'
import { bindForEveryone } from '../../http/bind-shared.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { actorOf } from '../sessions/index.ts'
import type { CarParkDeps, ParkingSaga } from './deps.ts'
import { readOffer, readTicketForCustomer } from './read-stay.ts'
import { redeemVoucher } from './redeem-voucher.ts'
import { listMyVouchers, readMyVoucher } from './view-vouchers.ts'

const listLimit = 200

/** Binds the calls of customers. */
export const bindParkingVouchers = (
  binder: Binder,
  deps: CarParkDeps & { readonly saga: ParkingSaga },
): void => {
  bindForEveryone(binder, readParkingOfferCall, ({ query }) =>
    readOffer(deps, query.campaign_id, refusalsOf(readParkingOfferCall)),
  )
  bindCall(binder, readParkingTicketCall, async ({ body, session }) => ({
    data: await readTicketForCustomer(deps, { ...body, ...actorOf(session) }),
  }))
  bindCall(
    { ...binder, pace: createOutsidePacer() },
    redeemParkingVoucherCall,
    async ({ params, body, session }) => ({
      data: await redeemVoucher(deps, { ...params, ...body, ...actorOf(session) }),
    }),
  )
  bindCall(binder, listMyParkingVouchersCall, async ({ session }) => ({
    data: await listMyVouchers(deps, actorOf(session), listLimit),
  }))
  bindCall(binder, readMyParkingVoucherCall, async ({ params, session }) => ({
    data: await readMyVoucher(deps, { ...params, ...actorOf(session) }),
  }))
}
