import { OfflineWalletPage, WalletPage } from '../../promotions/wallet-page.tsx'
import { MyTickets, ReservationList } from './my-tickets.tsx'
import { ticketPaths } from './ticket-paths.ts'
import { ticketList } from './use-my-tickets.ts'

/** Meus ingressos: holds, tickets and waiting-list entries. */
export function TicketsPage() {
  return (
    <WalletPage title="Meus ingressos" page={ticketPaths.mine}>
      <MyTickets />
    </WalletPage>
  )
}

/** The offline view, from what this device stores. */
export function OfflineTicketsPage({ onRetry }: { onRetry: () => void }) {
  return (
    <OfflineWalletPage title="Meus ingressos" list={ticketList} onRetry={onRetry}>
      {(reservations) => <ReservationList reservations={reservations} offline />}
    </OfflineWalletPage>
  )
}
