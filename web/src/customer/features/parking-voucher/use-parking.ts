import {
  listMyParkingVouchersCall,
  parkingVoucherSchema,
  readMyParkingVoucherCall,
  readParkingOfferCall,
  type ParkingVoucher,
} from '@clube/contract/parking-voucher/calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { useEffect } from 'react'
import { dataOf } from '../../../parts/call-failed.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import type { Send } from '../../../platform/api/client.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import type { QueryResult } from '../../../platform/server-data/query-observer.ts'
import { useQueries, useQueryCache } from '../../../platform/server-data/use-query.tsx'
import type { Wallet } from '../../promotions/promotion.ts'
import { useWallet, type WalletList } from '../../promotions/wallet.ts'
import { parkingPaths } from './parking-paths.ts'

export type ParkingOffer = DataOf<typeof readParkingOfferCall>

const parkingKey = ['parking']
const listKey = [...parkingKey, 'mine']

/** What changes when a voucher is requested or decided. */
export const parkingDependentKeys = [listKey, ['credit'], ['points'], ['campaigns'], ['participations']]

/** The person's vouchers. */
export const voucherList: WalletList<ParkingVoucher> = {
  page: parkingPaths.mine,
  queryKey: listKey,
  read: (send, signal) => send(listMyParkingVouchersCall, { signal }),
  schema: parkingVoucherSchema,
}

export const useMyVouchers = (): QueryResult<Wallet<ParkingVoucher>> => useWallet(voucherList)

/** Polling while the car park has not answered, in milliseconds. */
const processingPollMs = 3_000
/** Polling of an applied voucher, which ends when the car leaves, in milliseconds. */
const currentPollMs = 60_000

/** Whether the car park still has to answer. */
export const isInProgress = ({ state }: Pick<ParkingVoucher, 'state'>): boolean =>
  state === 'processing' || state === 'undoing'

/** One voucher, polled while it may change. Its result reloads what depends on it. */
export function useVoucher(transaction_id: string): QueryResult<ParkingVoucher> {
  const queries = useQueryCache()
  const voucher = useCallQuery(
    [...parkingKey, 'voucher', transaction_id],
    (send, signal) => send(readMyParkingVoucherCall, { params: { transaction_id }, signal }),
    {
      refetchInterval: (found) => {
        if (found && isInProgress(found)) return processingPollMs
        return found?.is_current ? currentPollMs : false
      },
    },
  )
  const state = voucher.data?.state
  const isDecided = state !== undefined && !isInProgress({ state })
  useEffect(() => {
    if (isDecided) for (const queryKey of parkingDependentKeys) void queries.invalidateQueries({ queryKey })
  }, [isDecided, queries])
  return voucher
}

const offerKey = (campaign_id: string) => [...parkingKey, 'offer', campaign_id]
const readOffer = (campaign_id: string) => (send: Send, signal: AbortSignal) =>
  send(readParkingOfferCall, { query: { campaign_id }, signal })

/** What a campaign offers. */
export const useOffer = (campaign_id: string): QueryResult<ParkingOffer> =>
  useCallQuery(offerKey(campaign_id), readOffer(campaign_id))

/** What several campaigns offer, in the same order. */
export function useOffersOf(campaign_ids: readonly string[]): QueryResult<ParkingOffer>[] {
  const send = useSend()
  return useQueries(
    campaign_ids.map((campaign_id) => ({
      queryKey: offerKey(campaign_id),
      queryFn: ({ signal }) => dataOf(readOffer(campaign_id)(send, signal)),
    })),
  )
}
