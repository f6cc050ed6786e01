import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import type { Reservation, SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import { useState } from 'react'
import { useParams } from 'wouter'
import { Screen } from '../../../kit/page/screen.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCampaign } from '../../../parts/club-data/use-campaigns.ts'
import { lazyPart, usePreload } from '../../../parts/lazy-part.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { savedReservation } from './reserve-actions.ts'
import { SessionList } from './session-list.tsx'
import { useRefreshTickets, useSessions } from './use-tickets.ts'

const ConfirmReservation = lazyPart(
  async () => (await import('./confirm-reservation.tsx')).ConfirmReservation,
)
const ConfirmedReservation = lazyPart(
  async () => (await import('./confirmed-reservation.tsx')).ConfirmedReservation,
)

/** Availability changes quickly when sales open, and the page must not need a reload. */
const pollIntervalMs = 15_000

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
  | { kind: 'choosing' }
  | { kind: 'confirming'; hold: SavedReservation; isNew: boolean }
  | { kind: 'confirmed'; reservation: Reservation }

function Tickets({ campaign }: { campaign: CampaignPage }) {
  const sessions = useSessions(campaign.campaign_id, { refetchInterval: pollIntervalMs })
  const refresh = useRefreshTickets()
  usePreload(ConfirmReservation, ConfirmedReservation)
  const [step, setStep] = useState<Step>(() => {
    const hold = savedReservation.read(campaign.campaign_id, serverNow())
    return hold ? { kind: 'confirming', hold, isNew: false } : { kind: 'choosing' }
  })
  // A list requested earlier must not bring back a hold that ended here.
  const [endedIds, setEndedIds] = useState<readonly string[]>([])

  const hold = (held: SavedReservation) => {
    savedReservation.save(held)
    setStep({ kind: 'confirming', hold: held, isNew: true })
  }
  const endHold = (reservation_id: string) => {
    savedReservation.remove()
    setEndedIds([...endedIds, reservation_id])
    setStep({ kind: 'choosing' })
    void refresh()
  }
  const confirm = (reservation: Reservation) => {
    savedReservation.remove()
    setStep({ kind: 'confirmed', reservation })
    void refresh()
  }

  if (step.kind === 'confirmed')
    return (
      <Screen>
        <ConfirmedReservation reservation={step.reservation} />
      </Screen>
    )
  return (
    <Page title={campaign.title} back={{ href: paths.promotion(campaign.slug), label: 'Sobre a promoção' }}>
      <Loaded query={sessions} loadingText="Carregando as sessões">
        {(found) => {
          // The hold may have been made on another device.
          const serverHold = found.find(({ mine }) => mine?.hold)?.mine?.hold
          const otherHold = serverHold && !endedIds.includes(serverHold.reservation_id) ? serverHold : null
          const held = step.kind === 'confirming' ? step.hold : otherHold
          const session = found.find(({ session_id }) => session_id === held?.session_id)
          return held && session ? (
            <ConfirmReservation
              key={held.reservation_id}
              hold={held}
              session={session}
              isNew={step.kind === 'confirming' && step.isNew}
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
