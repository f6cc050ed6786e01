import {
  listPartnersCall,
  listRedemptionsCall,
  readRedemptionCall,
  type Partner,
  type Redemption,
} from '@clube/contract/partner-points/calls.ts'
import { useEffect } from 'react'
import { usePages } from '../../../parts/pages.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { useQueryCache } from '../../../platform/server-data/use-query.tsx'
import { useSession } from '../../../platform/session/session-store.ts'

/** Cache key of the partners and the redemptions. */
export const partnersKey = ['partners'] as const

/** What changes when points are redeemed. */
export const redemptionKeys = [partnersKey, ['points'], ['participations'], ['campaigns']] as const

/** Whether the person signed in with the password: other sessions read nothing about partners. */
export function useHasFullAccess(): boolean {
  const session = useSession()
  return session.kind === 'signedIn' && session.level === 'customer'
}

/** The partners, with the person's linked accounts. Staff may have switched one off since the last visit. */
export const usePartners = ({ enabled = true } = {}) =>
  useCallQuery<Partner[]>([...partnersKey, 'list'], (send, signal) => send(listPartnersCall, { signal }), {
    enabled,
    refetchOnMount: 'always',
  })

/** The partner of a campaign, with its rules; undefined while loading or if it is not active. */
export const offerOf = (partners: readonly Partner[] | undefined, campaign_id: string) => {
  const partner = partners?.find(({ campaigns }) =>
    campaigns.some((each) => each.campaign_id === campaign_id),
  )
  const offer = partner?.campaigns.find((each) => each.campaign_id === campaign_id)
  return partner && offer ? { partner, offer } : undefined
}

const secondMs = 1_000

/** Pauses between two reads of a redemption in processing: most end within seconds, the others take up to hours. */
export function pollIntervalMs({ requested_at }: Pick<Redemption, 'requested_at'>, nowMs: number): number {
  const ageMs = nowMs - Date.parse(requested_at)
  if (ageMs < 60 * secondMs) return 2 * secondMs
  return ageMs < 600 * secondMs ? 10 * secondMs : 60 * secondMs
}

const isProcessing = ({ state }: Redemption): boolean => state === 'processing'

/** The person's redemptions, newest first. */
export const useRedemptions = ({ enabled = true } = {}) =>
  usePages<Redemption>({
    queryKey: [...partnersKey, 'redemptions'],
    enabled,
    read: (send, { cursor, signal }) => send(listRedemptionsCall, { query: { cursor }, signal }),
    refetchOnMount: 'always',
    refetchInterval: (rows) => {
      const newest = rows.find(isProcessing)
      return newest ? pollIntervalMs(newest, serverNow()) : false
    },
  })

/** One redemption, read again until it is no longer in processing; then what depends on it is reloaded. */
export function useRedemption(transaction_id: string) {
  const queries = useQueryCache()
  const redemption = useCallQuery<Redemption>(
    [...partnersKey, 'redemption', transaction_id],
    (send, signal) => send(readRedemptionCall, { params: { transaction_id }, signal }),
    {
      refetchOnMount: 'always',
      refetchInterval: (data) => (data && isProcessing(data) ? pollIntervalMs(data, serverNow()) : false),
    },
  )
  const state = redemption.data?.state
  useEffect(() => {
    if (state === undefined || state === 'processing') return
    for (const queryKey of [
      ...redemptionKeys.slice(1),
      [...partnersKey, 'list'],
      [...partnersKey, 'redemptions'],
    ])
      void queries.invalidateQueries({ queryKey })
  }, [state, queries])
  return redemption
}
