import type { OwnTicket } from '@clube/contract/customer-service/calls.ts'
import { ticketCategories } from '@clube/contract/customer-service/service-ticket.ts'
import { serviceTicketStateTitles } from '@clube/contract/customer-service/service-ticket-states.ts'
import { Link } from 'wouter'
import { Section } from '../../../kit/page/section.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { formatShortDateTime } from '../../../parts/club-time.ts'
import { EmptyList } from '../../../parts/empty-list.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { PagedList } from '../../../parts/pages.tsx'
import { ServiceDeskContact } from '../../../parts/service-desk-contact.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import css from './customer-service.module.css'
import { deadlineText, stateTones } from './service-texts.ts'
import { useLiveTickets, useOwnTickets } from './use-service-tickets.ts'
import { useReplySender, useWaitingReplies } from './waiting-replies.ts'

/** Meus atendimentos: the person's tickets with protocol, state, unread mark and deadline. */
export function ServicePage() {
  const tickets = useOwnTickets()
  const waiting = useWaitingReplies()
  useLiveTickets()
  useReplySender()
  return (
    <Page title="Meus atendimentos">
      <PagedList
        list={tickets}
        loadingText="Carregando seus atendimentos"
        above={<LinkButton href={paths.newServiceTicket}>Novo atendimento</LinkButton>}
        keyOf={({ ticket_id }) => ticket_id}
        empty={
          <EmptyList illustration="chat" href={paths.newServiceTicket} action="Novo atendimento">
            Você ainda não tem atendimentos.
          </EmptyList>
        }
      >
        {(ticket) => (
          <TicketCard
            ticket={ticket}
            waitingReplies={waiting.filter(({ ticket_id }) => ticket_id === ticket.ticket_id).length}
          />
        )}
      </PagedList>
      <Section title="Prefere falar com alguém?" className="tight">
        <ServiceDeskContact />
      </Section>
    </Page>
  )
}

type TicketCardProps = {
  ticket: OwnTicket
  /** Replies that this device has not sent yet. */
  waitingReplies: number
}

function TicketCard({ ticket, waitingReplies }: TicketCardProps) {
  const { category, is_unread, last_message_at, protocol, state, subject, ticket_id } = ticket
  const deadline = deadlineText(ticket, serverNow())
  return (
    <Link
      href={paths.serviceTicket(ticket_id)}
      className={`raised ${css.card}`}
      data-unread={is_unread ? '' : undefined}
    >
      <span className="row">
        <Chip tone={stateTones[state]}>{serviceTicketStateTitles[state]}</Chip>
        {is_unread && <span className={css.unread}>Resposta nova</span>}
      </span>
      <strong className="title">{subject}</strong>
      <span className="soft small">{ticketCategories[category].title}</span>
      {deadline !== null && <span className="small figures">{deadline}</span>}
      {waitingReplies > 0 && (
        <span className={`small ${css.pending}`}>
          {waitingReplies === 1
            ? 'Uma resposta sua ainda não foi enviada.'
            : `${waitingReplies} respostas suas ainda não foram enviadas.`}
        </span>
      )}
      <span className="soft small figures">
        Protocolo {protocol}
        <br />
        Última mensagem: {formatShortDateTime(last_message_at)}
      </span>
    </Link>
  )
}
