import { useEffect, useState } from 'react'
import { Screen, Stack } from '../../../kit/page/screen.tsx'
import type { Reservation } from '@clube/contract/event-tickets/reservation.ts'
import { ClubData } from '../../../parts/club-data/club-data.tsx'
import { readStoredTickets } from './use-my-tickets.ts'
import { PageHeader } from '../../../parts/page-header/page-header.tsx'
import { RestOfList } from '../../../parts/password-needed/password-needed.tsx'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import { registerTicketWorker } from '../../../platform/offline/offline-tickets.ts'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { MyTickets, ReservationList } from './my-tickets.tsx'

/** Meus ingressos: holds, tickets and waiting-list entries. */
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
          <RestOfList />
        </ClubData>
      </Stack>
    </Screen>
  )
}

/** The offline view, from what this device stores. */
export function OfflineTicketsPage({ onRetry }: { onRetry: () => void }) {
  useTitle('Meus ingressos')
  const [stored, setStored] = useState<Reservation[] | null>(null)
  useEffect(() => {
    void readStoredTickets().then((found) => setStored(found ?? []))
  }, [])
  return (
    <Screen>
      <Stack>
        <PageHeader title="Meus ingressos" />
        {stored && stored.length > 0 && <ReservationList reservations={stored} offline />}
        {stored?.length === 0 && (
          <EmptyState drawing="offline">Não conseguimos falar com o clube agora.</EmptyState>
        )}
        <Button look="outline" onClick={onRetry}>
          Tentar novamente
        </Button>
      </Stack>
    </Screen>
  )
}
