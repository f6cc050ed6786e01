import { staffStateTitles } from '@clube/contract/customer-service/service-ticket-states.ts'
import { serviceAreas, ticketPriorities } from '@clube/contract/customer-service/service-ticket.ts'
import { listTicketsOfCustomerCall, type DeskTicket } from '@clube/contract/customer-service/staff-calls.ts'
import { countFormatter } from '@clube/contract/kernel/count-formats.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { useId, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { formatDate } from '../../../parts/club-time.ts'
import { formatCents } from '../../../parts/money.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { staffPaths, withQuery } from '../../app/paths.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import { CustomerLink } from '../../parts/customer-link.tsx'
import { FactList, type Fact } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { useHasPermission, useStaffIdentity } from '../../parts/staff-session.ts'
import { customerTicketsKeyOf } from './service-data.ts'
import { categoryTitles } from './service-labels.ts'
import { servicePaths } from './service-paths.ts'

const formatTickets = /* @__PURE__ */ countFormatter('atendimento', 'atendimentos')

/** Everything about a ticket that is not its conversation. */
export function TicketSide({ ticket }: { ticket: DeskTicket }) {
  const { staff_id } = useStaffIdentity()
  const { assignee, rating } = ticket
  const whenKnown = (title: string, instant: string | null): Fact[] =>
    instant === null ? [] : [[title, formatInstant(instant)]]
  return (
    <>
      <Panel title="Atendimento">
        <FactList
          inRows
          facts={[
            [
              'Responsável',
              assignee === null
                ? 'Sem responsável'
                : assignee.staff_id === staff_id
                  ? `${assignee.name} (você)`
                  : assignee.name,
            ],
            ['Área', serviceAreas[ticket.area]],
            ['Categoria', categoryTitles[ticket.category]],
            ['Prioridade', ticketPriorities[ticket.priority]],
            ['Aberto', formatInstant(ticket.created_at)],
            ...whenKnown('Responder até', ticket.first_answer_due_at),
            ...whenKnown('Respondido', ticket.first_answered_at),
            ['Resolver até', formatInstant(ticket.due_at)],
            ...whenKnown('Resolvido', ticket.resolved_at),
            ...whenKnown('Encerra em', ticket.closes_at),
            ...(rating
              ? ([
                  ['Nota do cliente', `${rating.rating} de 5${rating.comment ? `: ${rating.comment}` : ''}`],
                ] as const)
              : []),
          ]}
        />
        <p className="soft small">Os prazos contam só as horas de atendimento.</p>
      </Panel>
      <CustomerPanel ticket={ticket} />
      <LinksPanel ticket={ticket} />
      {ticket.merged_from.length > 0 && (
        <Panel title="Unidos a este">
          <ul className="lines">
            {ticket.merged_from.map(({ ticket_id, protocol, subject }) => (
              <li key={ticket_id}>
                <Link href={servicePaths.ticket(ticket_id)}>{protocol}</Link> {subject}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

function CustomerPanel({ ticket: { ticket_id, customer } }: { ticket: DeskTicket }) {
  const [isListed, setListed] = useState(false)
  const others = customer.tickets - 1
  return (
    <Panel title="Cliente">
      <FactList
        inRows
        facts={[
          ['Nome', customer.name ?? 'Conta excluída'],
          [
            'Documento',
            customer.can_open_page ? (
              <CustomerLink key="document" customer_id={customer.customer_id} document={customer.document} />
            ) : (
              customer.document
            ),
          ],
          ['Histórico', `${formatTickets(customer.tickets)}, ${customer.open_tickets} em aberto`],
        ]}
      />
      {isListed ? (
        <OtherTickets ticket_id={ticket_id} />
      ) : (
        others > 0 && (
          <OutlineButton onClick={() => setListed(true)}>Ver os outros atendimentos</OutlineButton>
        )
      )}
    </Panel>
  )
}

function OtherTickets({ ticket_id }: { ticket_id: string }) {
  const query = useOthersOf(ticket_id)
  return (
    <Loaded query={query}>
      {(tickets) => (
        <ul className="lines">
          {tickets.map((other) => (
            <li key={other.ticket_id}>
              <Link href={servicePaths.ticket(other.ticket_id)}>{other.subject}</Link>
              <p className="soft small">
                {other.protocol} · {staffStateTitles[other.state]} · {formatInstant(other.created_at)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}

/** The other tickets of the same customer. */
export const useOthersOf = (ticket_id: string) =>
  useCallQuery(customerTicketsKeyOf(ticket_id), (send, signal) =>
    send(listTicketsOfCustomerCall, { body: { ticket_id }, signal }),
  )

/** What the ticket is about, linked for members who may open it. */
function LinksPanel({ ticket: { links, customer } }: { ticket: DeskTicket }) {
  const canReview = useHasPermission('receipts.review')
  const canEditCampaigns = useHasPermission('campaigns.edit')
  const canView = useHasPermission('customers.view') && customer.can_open_page
  const { purchase, transaction, campaign } = links
  if (!purchase && !transaction && !campaign) return null
  const facts: Fact[] = []
  if (purchase) {
    const text = `${purchase.shop_name}, ${formatCents(purchase.amount_cents)}, ${formatDay(purchase.issued_on)}`
    const href = withQuery(staffPaths.receipts, { nota: purchase.purchase_id })
    facts.push(['Nota fiscal', linkIf(canReview, href, text)])
  }
  if (transaction) {
    const { protocol, campaign_title, kind_title, created_at } = transaction
    const text = [
      protocol,
      kind_title === undefined ? campaign_title : `${kind_title}: ${campaign_title}`,
      ...(created_at === undefined ? [] : [formatDate(created_at)]),
    ].join(', ')
    const { customer_id } = customer
    const href = staffPaths.participation({ customer_id, transaction_id: transaction.transaction_id })
    facts.push(['Participação', linkIf(canView, href, text)])
  }
  if (campaign) {
    const href = staffPaths.campaign(campaign.campaign_id)
    facts.push(['Promoção', linkIf(canEditCampaigns, href, campaign.title)])
  }
  return (
    <Panel title="Sobre o que é">
      <FactList inRows facts={facts} />
    </Panel>
  )
}

const linkIf = (isAllowed: boolean, href: string, text: string): ReactNode =>
  isAllowed ? <Link href={href}>{text}</Link> : text

function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
