import { voucherCodeEnd } from '@clube/contract/campaigns/voucher-code.ts'
import { giftName } from '@clube/contract/free-gifts/settings.ts'
import { voucherStateTitles } from '@clube/contract/free-gifts/voucher.ts'
import type { CustomerHistory } from '@clube/contract/service-desk/history-calls.ts'
import type { Db } from '../../../db/database.ts'
import { shortCodeOf } from '../../campaigns/index.ts'
import { findPeople } from '../../identity/index.ts'
import type { FreeGiftDeps } from '../deps.ts'
import { withGifts } from './view-vouchers.ts'
import { giftCodes, voucherStateAt } from './voucher.ts'
import { listForActor } from './voucher-store.ts'

/** A customer's newest vouchers, with only the end of their codes, which is not enough to pick up a gift. */
export const listVouchers = async (
  { vault, clock }: Pick<FreeGiftDeps, 'vault' | 'clock'>,
  db: Db,
  { customer_id, limit }: { customer_id: string; limit: number },
): Promise<CustomerHistory['vouchers']> => {
  const now = clock()
  const found = await listForActor(db, { customer_id, identified_session_id: null }, { now, limit })
  const person = (await findPeople(db, [customer_id])).get(customer_id)
  return (await withGifts(db, found)).map((voucher) => ({
    voucher_id: voucher.id,
    campaign_title: voucher.campaign.title,
    title: giftName(voucher.gift),
    starts_at: null,
    holder_name: person?.name ?? '',
    code_end: voucherCodeEnd(shortCodeOf(giftCodes.open(vault, voucher.code_sealed))),
    state: voucherStateTitles[voucherStateAt(voucher, now)],
    used_at: voucher.delivered_at?.toISOString() ?? null,
    used_where: voucher.delivered_at ? voucher.point.name : null,
  }))
}
