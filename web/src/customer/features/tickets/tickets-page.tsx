import { useEffect, useState } from 'react'
import { Screen, Stack } from '../../../kit/page/screen.tsx'
import type { Reservation } from '@clube/contract/event-tickets/reservation.ts'
import { ClubData } from '../../../parts/club-data/club-data.tsx'
import { readKeptTickets } from '../../../parts/club-data/use-my-tickets.ts'
import { PageHeader } from '../../../parts/page-header/page-header.tsx'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import { registerTicketWorker } from '../../../platform/offline/offline-tickets.ts'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { MyTickets, ReservationList } from './my-tickets.tsx'

/** Meus ingressos: what is held, what is confirmed, what one waits for. */
export function TicketsPage() {
  useTitle('Meus ingressos')
  useEffect(() => {
    if (!isKiosk()) void registerTicketWorker()
  }, [])
  return (
    <Screen>
      <Stack>
        <PageHeader title="Meus ingressos" />
        <ClubData>
          <MyTickets />
        </ClubData>
      </Stack>
    </Screen>
  )
}

/** The same where the club cannot be reached: what this device keeps. */
export function OfflineTicketsPage({ onRetry }: { onRetry: () => void }) {
  useTitle('Meus ingressos')
  const [kept, setKept] = useState<Reservation[] | null>(null)
  useEffect(() => {
    void readKeptTickets().then((found) => setKept(found ?? []))
  }, [])
  return (
    <Screen>
      <Stack>
        <PageHeader title="Meus ingressos" />
        {kept && kept.length > 0 && <ReservationList reservations={kept} kept />}
        {kept?.length === 0 && (
          <EmptyState drawing="offline">Não conseguimos falar com o clube agora.</EmptyState>
        )}
        <Button look="outline" onClick={onRetry}>
          Tentar novamente
        </Button>
      </Stack>
    </Screen>
  )
}
