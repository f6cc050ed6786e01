import { listGiftsCall, listMyGiftsCall, readGiftVoucherCall } from '@clube/contract/free-gifts/calls.ts'
import type { GiftList } from '@clube/contract/free-gifts/gift.ts'
import { giftVoucherSchema, type GiftVoucher } from '@clube/contract/free-gifts/voucher.ts'
import { dataOf } from '../../../parts/call-failed.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import type { Send } from '../../../platform/api/client.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import type { QueryResult } from '../../../platform/server-data/query-observer.ts'
import { useQueries } from '../../../platform/server-data/use-query.tsx'
import type { Wallet } from '../../promotions/promotion.ts'
import { useWallet, type WalletList } from '../../promotions/wallet.ts'
import { giftPaths } from './gift-paths.ts'

/** Cache key of all data about gifts, including a promotion's: each voucher changes all of it. */
const giftsKey = ['gifts']

/** What changes when a voucher is issued, printed or cancelled. */
export const giftDependentKeys = [giftsKey, ['credit'], ['points'], ['campaigns']]

/** The person's vouchers. */
export const voucherList: WalletList<GiftVoucher> = {
  page: giftPaths.mine,
  queryKey: [...giftsKey, 'mine'],
  read: (send, signal) => send(listMyGiftsCall, { signal }),
  schema: giftVoucherSchema,
}

export const useMyVouchers = (): QueryResult<Wallet<GiftVoucher>> => useWallet(voucherList)

/** The person's position in the queue changes while they wait. */
const queuePollMs = 15_000

/** One voucher, read from the server. */
export const useVoucher = (voucher_id: string) =>
  useCallQuery(
    [...giftsKey, 'voucher', voucher_id],
    (send, signal) => send(readGiftVoucherCall, { params: { voucher_id }, signal }),
    { refetchInterval: (voucher) => (voucher?.queue ? queuePollMs : false) },
  )

const listKey = (campaign_id: string) => [...giftsKey, 'list', campaign_id]
const readList =
  (campaign_id: string) =>
  (send: Send, signal: AbortSignal): Promise<GiftList> =>
    dataOf(send(listGiftsCall, { query: { campaign_id }, signal }))

/** The gifts of a promotion, loaded once by default. */
export const useGifts = (
  campaign_id: string,
  options: { enabled?: boolean; refetchInterval?: number } = {},
) =>
  useCallQuery(
    listKey(campaign_id),
    (send, signal) => send(listGiftsCall, { query: { campaign_id }, signal }),
    options,
  )

/** The gifts of several promotions, in the same order. */
export function useGiftsOf(campaign_ids: readonly string[]): QueryResult<GiftList>[] {
  const send = useSend()
  return useQueries(
    campaign_ids.map((campaign_id) => ({
      queryKey: listKey(campaign_id),
      queryFn: ({ signal }) => readList(campaign_id)(send, signal),
    })),
  )
}
