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
import { usePages } from '../../../parts/pages.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { waitingKey } from '../../parts/waiting-counts.ts'

export type DeskCampaign = DataOf<typeof listParkingDeskCampaignsCall>[number]

const parkingKey = ['parking-desk'] as const

/** What a voucher that was applied or undone changes. */
export const voucherKeys = [parkingKey]

/** What a decision changes. */
export const decisionKeys = [parkingKey, waitingKey]

/** Cases are also decided by other members and by the car park's late answers. */
const refreshMs = 30_000
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

/** The state of a voucher, polled until the car park has answered. */
export const useVoucherState = ({ voucher_id, state }: Pick<DeskParkingVoucher, 'voucher_id' | 'state'>) =>
  useCallQuery(
    [...parkingKey, 'state', voucher_id],
    (send, signal) => send(readParkingVoucherStateCall, { params: { voucher_id }, signal }),
    {
      enabled: isInProgress(state),
      refetchInterval: (found) => (found && !isInProgress(found.state) ? false : processingPollMs),
    },
  )

/** The vouchers of a day, polled while the car park has not answered for one of them. */
export const useDayVouchers = (day: string) =>
  usePages<DeskParkingVoucher>({
    queryKey: [...parkingKey, 'vouchers', day],
    read: (send, { cursor, signal }) => send(listParkingVouchersCall, { query: { day, cursor }, signal }),
    refetchInterval: (rows) => (rows.some(({ state }) => isInProgress(state)) ? processingPollMs : false),
    refetchOnMount: 'always',
  })

export const useCases = () =>
  useCallQuery([...parkingKey, 'cases'], (send, signal) => send(listParkingCasesCall, { signal }), {
    refetchInterval: refreshMs,
  })

export const useDays = () =>
  useCallQuery([...parkingKey, 'days'], (send, signal) => send(listParkingDaysCall, { signal }))

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
