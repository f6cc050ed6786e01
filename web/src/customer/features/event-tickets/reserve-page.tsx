import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import type { Reservation, SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import { useState } from 'react'
import { useParams } from 'wouter'
import { Screen } from '../../../kit/page/screen.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCampaign } from '../../../parts/club-data/use-campaigns.ts'
import { useRefreshTickets } from './use-my-tickets.ts'
import { useSessions } from './use-sessions.ts'
import { Page } from '../../../parts/page/page.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { ConfirmReservation } from './confirm-reservation.tsx'
import { ConfirmedReservation } from './confirmed-reservation.tsx'
import { savedReservation } from './reserve-actions.ts'
import { SessionList } from './session-list.tsx'

/** The flow from a promotion's sessions to tickets: choose, hold, confirm. */
export function ReservePage() {
  const { slug } = useParams<{ slug: string }>()
  const campaign = useCampaign(slug)
  if (campaign.data) return <Tickets campaign={campaign.data} />
  return (
    <Page title="Ingressos" back={{ href: paths.promotions, label: 'Promoções' }}>
      <Loaded query={campaign} loadingText="Carregando a promoção">
        {() => null}
      </Loaded>
    </Page>
  )
}

type Step =
  | { at: 'choosing' }
  | { at: 'confirming'; hold: SavedReservation }
  | { at: 'confirmed'; reservation: Reservation }

function Tickets({ campaign }: { campaign: CampaignPage }) {
  const sessions = useSessions(campaign.campaign_id)
  const refresh = useRefreshTickets()
  const [step, setStep] = useState<Step>(() => {
    const hold = savedReservation.read(campaign.campaign_id, serverNow())
    return hold ? { at: 'confirming', hold } : { at: 'choosing' }
  })
  // A list requested earlier must not bring back a hold that ended here.
  const [endedIds, setEndedIds] = useState<readonly string[]>([])

  const hold = (held: SavedReservation) => {
    savedReservation.save(held)
    setStep({ at: 'confirming', hold: held })
  }
  const endHold = (reservation_id: string) => {
    savedReservation.remove()
    setEndedIds([...endedIds, reservation_id])
    setStep({ at: 'choosing' })
    void refresh()
  }
  const confirm = (reservation: Reservation) => {
    savedReservation.remove()
    setStep({ at: 'confirmed', reservation })
    void refresh()
  }

  if (step.at === 'confirmed')
    return (
      <Screen>
        <ConfirmedReservation reservation={step.reservation} />
      </Screen>
    )
  return (
    <Page title={campaign.title} back={{ href: paths.promotion(campaign.slug), label: 'Sobre a promoção' }}>
      <Loaded query={sessions} loadingText="Carregando as sessões">
        {(found) => {
          // The server also knows a hold that another device made.
          const known = found.find(({ mine }) => mine?.hold)?.mine?.hold
          const otherHold = known && !endedIds.includes(known.reservation_id) ? known : null
          const held = step.at === 'confirming' ? step.hold : otherHold
          const session = found.find(({ session_id }) => session_id === held?.session_id)
          return held && session ? (
            <ConfirmReservation
              key={held.reservation_id}
              hold={held}
              session={session}
              onConfirmed={confirm}
              onEnded={() => endHold(held.reservation_id)}
            />
          ) : (
            <SessionList sessions={found} onHeld={hold} />
          )
        }}
      </Loaded>
    </Page>
  )
}
