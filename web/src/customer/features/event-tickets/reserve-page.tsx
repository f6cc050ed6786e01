import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import type { Reservation, SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import { useEffect, useRef, useState } from 'react'
import { useParams } from 'wouter'
import { Screen, Stack } from '../../../kit/page/screen.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCampaign } from '../../../parts/club-data/use-campaigns.ts'
import { LinkButton } from '../../../parts/link-button.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import { ConfirmReservation } from './confirm-reservation.tsx'
import { savedReservation } from './reserve-actions.ts'
import { SessionList } from './session-list.tsx'
import { ticketPaths } from './ticket-paths.ts'
import { CalendarLink, TicketsPdfLink, TicketStrip } from './ticket-strip.tsx'
import css from './tickets.module.css'
import { useRefreshTickets, useSessions } from './use-tickets.ts'

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

/** Shows the tickets right after confirmation. */
function ConfirmedReservation({ reservation }: { reservation: Reservation }) {
  const isOne = reservation.tickets.length === 1
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Stack>
      <h1 ref={heading} tabIndex={-1}>
        {isOne ? 'Ingresso confirmado!' : 'Ingressos confirmados!'}
      </h1>
      <TicketStrip reservation={reservation} level="h2" />
      <p className={`soft ${css.hint}`}>
        {isKiosk()
          ? `Fotografe ${isOne ? 'o ingresso' : 'os ingressos'}, ou abra o clube no seu celular: ${isOne ? 'ele está' : 'eles estão'} em Meus ingressos.`
          : 'Na entrada, aumente o brilho da tela e mostre o QR Code.'}
      </p>
      <Stack gap="near">
        <TicketsPdfLink reservation_id={reservation.reservation_id} />
        <CalendarLink reservation_id={reservation.reservation_id} />
        <LinkButton variant="quiet" href={ticketPaths.mine}>
          Ver meus ingressos
        </LinkButton>
      </Stack>
    </Stack>
  )
}
