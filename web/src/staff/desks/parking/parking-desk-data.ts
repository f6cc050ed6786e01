import {
  listParkingDeskCampaignsCall,
  listParkingVouchersCall,
  readParkingVoucherStateCall,
  type DeskParkingVoucher,
} from '@clube/contract/parking-voucher/desk-calls.ts'
import {
  listParkingCasesCall,
  listParkingDaysCall,
  listParkingItemsCall,
  readParkingLiabilityCall,
  type ParkingItem,
  type ParkingItemState,
} from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import type { ParkingVoucherState } from '@clube/contract/parking-voucher/stay.ts'
import { useEffect } from 'react'
import { dataOf } from '../../../parts/call-failed.ts'
import { usePages } from '../../../parts/pages.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import type { Send } from '../../../platform/api/client.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { useQueries } from '../../../platform/server-data/use-query.tsx'
import { useWaitingCounts, waitingKey } from '../../parts/waiting-counts.ts'

export type DeskCampaign = DataOf<typeof listParkingDeskCampaignsCall>[number]

const parkingKey = ['parking-desk'] as const

/** What a voucher that was applied or undone changes. */
export const voucherKeys = [parkingKey]

/** What a decision changes. */
export const decisionKeys = [parkingKey, waitingKey]

/** Polling while the car park has not answered, in milliseconds. */
const processingPollMs = 3_000

/** Whether the car park still has to answer. */
export const isInProgress = (state: ParkingVoucherState): boolean =>
  state === 'processing' || state === 'undoing'

/** The campaigns whose vouchers the desk applies. */
export const useDeskCampaigns = () =>
  useCallQuery(
    [...parkingKey, 'campaigns'],
    (send, signal) => send(listParkingDeskCampaignsCall, { signal }),
    { refetchOnMount: 'always' },
  )

const stateKey = (voucher_id: string) => [...parkingKey, 'state', voucher_id]
const readState = (voucher_id: string) => (send: Send, signal: AbortSignal) =>
  send(readParkingVoucherStateCall, { params: { voucher_id }, signal })

/** The state of a voucher, polled until the car park has answered. */
export const useVoucherState = ({ voucher_id, state }: Pick<DeskParkingVoucher, 'voucher_id' | 'state'>) =>
  useCallQuery(stateKey(voucher_id), readState(voucher_id), {
    enabled: isInProgress(state),
    refetchInterval: (found) => (found && !isInProgress(found.state) ? false : processingPollMs),
  })

/**
 * The vouchers of a day. Each reading of the list is audited, so only the states of vouchers are polled while the car park has
 * not answered; the list is read again once it has.
 */
export function useDayVouchers(day: string) {
  const send = useSend()
  const list = usePages<DeskParkingVoucher>({
    queryKey: [...parkingKey, 'vouchers', day],
    read: (sendPage, { cursor, signal }) =>
      sendPage(listParkingVouchersCall, { query: { day, cursor }, signal }),
    refetchOnMount: 'always',
  })
  const inProgress = (list.data ?? []).filter(({ state }) => isInProgress(state))
  const states = useQueries(
    inProgress.map(({ voucher_id }) => ({
      queryKey: stateKey(voucher_id),
      queryFn: ({ signal }) => dataOf(readState(voucher_id)(send, signal)),
      refetchInterval: processingPollMs,
    })),
  )
  const hasAnswer = states.some(({ data }) => data !== undefined && !isInProgress(data.state))
  const { refetch } = list
  useEffect(() => {
    if (hasAnswer) void refetch()
  }, [hasAnswer, refetch])
  return list
}

/** The cases. Each reading is audited, so they are not polled; their number in the sidebar is. */
export const useCases = () =>
  useCallQuery([...parkingKey, 'cases'], (send, signal) => send(listParkingCasesCall, { signal }), {
    refetchOnMount: 'always',
  })

export const useDays = (options: { enabled?: boolean } = {}) =>
  useCallQuery([...parkingKey, 'days'], (send, signal) => send(listParkingDaysCall, { signal }), options)

/**
 * What waits for a decision in the tabs of the reconciliation; 0 until loaded, and for those who may not read it. The cases
 * are what the sidebar's count has besides the days, because reading them is audited.
 */
export function useWaitingInTabs(canReconcile: boolean): { cases: number; days: number } {
  const total = useWaitingCounts()(['parking.reconcile'])
  const { data } = useDays({ enabled: canReconcile })
  const days = data?.reduce((sum, { waiting }) => sum + waiting, 0) ?? 0
  return { cases: data ? Math.max(0, total - days) : 0, days }
}

export const useItems = (day: string, state: ParkingItemState) =>
  usePages<ParkingItem>({
    queryKey: [...parkingKey, 'items', day, state],
    read: (send, { cursor, signal }) => send(listParkingItemsCall, { query: { day, state, cursor }, signal }),
  })

export const useLiability = ({ from_day, to_day }: { from_day: string; to_day: string }, isValid: boolean) =>
  useCallQuery(
    [...parkingKey, 'liability', from_day, to_day],
    (send, signal) => send(readParkingLiabilityCall, { query: { from_day, to_day }, signal }),
    { enabled: isValid },
  )
