import {
  listCasesCall,
  listDeskPartnersCall,
  listPartnerChoicesCall,
  listRefundsCall,
  type PartnerRefund,
} from '@clube/contract/partner-points/desk-calls.ts'
import {
  listSettlementItemsCall,
  listSettlementsCall,
  readSettlementFiguresCall,
  type SettlementItem,
  type SettlementState,
} from '@clube/contract/partner-points/settlement-calls.ts'
import { usePages } from '../../../parts/pages.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { waitingKey } from '../../parts/waiting-counts.ts'

/** The partners that a campaign can name; marketing cannot read anything else about them. */
export const usePartnerChoices = () =>
  useCallQuery(['partner-choices'], (send, signal) => send(listPartnerChoicesCall, { signal }))

/** Invalidated by every decision at the desk. */
const reconciliationKey = ['reconciliation'] as const

/** What a decision changes. */
export const decisionKeys = [reconciliationKey, waitingKey]

/** What waits is also decided by other members and by the partner's late responses. */
const refreshMs = 30_000
const matchingRefreshMs = 2_000

/** The partners, with what waits. */
export const useDeskPartners = () =>
  useCallQuery([...reconciliationKey, 'partners'], (send, signal) => send(listDeskPartnersCall, { signal }), {
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
  })

export const useFigures = (partner: string) =>
  useCallQuery(
    [...reconciliationKey, 'figures', partner],
    (send, signal) => send(readSettlementFiguresCall, { query: { partner }, signal }),
    { refetchInterval: refreshMs },
  )

export type DecisionFilter = 'waiting' | 'decided' | 'all'

export const useItems = (partner: string, state: SettlementState, decision: DecisionFilter) =>
  usePages<SettlementItem>({
    queryKey: [...reconciliationKey, 'items', partner, state, decision],
    read: (send, { cursor, signal }) =>
      send(listSettlementItemsCall, { query: { partner, state, decision, cursor }, signal }),
  })

export const useCases = (partner: string) =>
  useCallQuery(
    [...reconciliationKey, 'cases', partner],
    (send, signal) => send(listCasesCall, { query: { partner }, signal }),
    { refetchInterval: refreshMs },
  )

export const useRefunds = (partner: string) =>
  usePages<PartnerRefund>({
    queryKey: [...reconciliationKey, 'refunds', partner],
    read: (send, { cursor, signal }) => send(listRefundsCall, { query: { partner, cursor }, signal }),
    refetchInterval: refreshMs,
  })

/** The newest imports; polled while one is being compared. */
export const useSettlements = (partner: string) =>
  useCallQuery(
    [...reconciliationKey, 'files', partner],
    (send, signal) => send(listSettlementsCall, { query: { partner }, signal }),
    {
      refetchInterval: (imports) =>
        imports?.some(({ state }) => state === 'matching') ? matchingRefreshMs : false,
    },
  )
