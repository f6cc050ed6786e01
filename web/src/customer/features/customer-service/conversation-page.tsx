import {
  markTicketReadCall,
  reopenTicketCall,
  type Conversation,
} from '@clube/contract/customer-service/calls.ts'
import { ticketCategories, type TicketLinks } from '@clube/contract/customer-service/service-ticket.ts'
import { serviceTicketStateTitles } from '@clube/contract/customer-service/service-ticket-states.ts'
import { endSentence, formatDay } from '@clube/contract/kernel/club-time.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useParams } from 'wouter'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { formatDate, formatEnd, formatShortDateTime } from '../../../parts/club-time.ts'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { formatCents } from '../../../parts/money.ts'
import { Page } from '../../../parts/page/page.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useServerNow } from '../../../parts/voucher/countdown.tsx'
import { useSend } from '../../../platform/app/app-context.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import css from './customer-service.module.css'
import { Messages } from './messages.tsx'
import { ReplyForm } from './reply-form.tsx'
import { deadlineText, stateTones } from './service-texts.ts'
import { ServiceRating } from './service-rating.tsx'
import { useConversation, useLiveTickets, useShowAsRead, useShowConversation } from './use-service-tickets.ts'
import { useReplySender, useWaitingReplies } from './waiting-replies.ts'

/** One ticket: its conversation, which is updated live, and what the person can do in its state. */
export function ConversationPage() {
  const { ticket } = useParams<{ ticket: string }>()
  const conversation = useConversation(ticket)
  useLiveTickets()
  return (
    <Page title="Atendimento" width="text" back={{ href: paths.service, label: 'Meus atendimentos' }}>
      <Loaded
        query={conversation}
        loadingText="Carregando a conversa"
        skeleton={<Skeleton shape="card" count={3} />}
      >
        {(found) => <ConversationView key={found.ticket_id} conversation={found} />}
      </Loaded>
    </Page>
  )
}

function ConversationView({ conversation }: { conversation: Conversation }) {
  const { can_rate, can_reply, continued_in, messages, rating, ticket_id } = conversation
  const sendNow = useReplySender()
  const waiting = useWaitingReplies().filter(
    (reply) =>
      reply.ticket_id === ticket_id &&
      // The response was lost, but the message arrived.
      !messages.some(({ client_message_id }) => client_message_id === reply.client_message_id),
  )
  useMarkAsRead(conversation)
  return (
    <>
      <TicketHead conversation={conversation} />
      <Messages messages={messages} waiting={waiting} onRetry={sendNow} />
      {continued_in && (
        <Notice>
          <p>Este atendimento foi unido a outro. A conversa continua nele.</p>
          <ForwardLink
            href={paths.serviceTicket(continued_in.ticket_id)}
            title={`Protocolo ${continued_in.protocol}`}
          />
        </Notice>
      )}
      <Ending conversation={conversation} />
      {can_rate && <ServiceRating conversation={conversation} />}
      {rating !== null && (
        <Notice tone="good">{`Você deu nota ${rating}, de 1 a 5, para este atendimento. Obrigado!`}</Notice>
      )}
      {can_reply && <ReplyForm conversation={conversation} onWaiting={sendNow} />}
    </>
  )
}

/** Marks the answers as read while the page is visible. */
function useMarkAsRead({ is_unread, messages, ticket_id }: Conversation): void {
  const send = useSend()
  const showAsRead = useShowAsRead()
  const marked = useRef<string>(undefined)
  const message_id = messages.at(-1)?.message_id
  const mark = useEffectEvent(async () => {
    if (!is_unread || message_id === undefined || document.hidden || marked.current === message_id) return
    marked.current = message_id
    const sent = await send(markTicketReadCall, { body: { ticket_id, message_id } })
    if (sent.ok) showAsRead(ticket_id)
    else marked.current = undefined
  })
  useEffect(() => {
    void mark()
    const wake = () => void mark()
    document.addEventListener('visibilitychange', wake)
    return () => document.removeEventListener('visibilitychange', wake)
  }, [message_id, is_unread])
}

function TicketHead({ conversation }: { conversation: Conversation }) {
  const { category, created_at, links, protocol, state, subject } = conversation
  const deadline = deadlineText(conversation, useServerNow())
  return (
    <section className={`stack raised ${css.head}`} aria-labelledby="assunto">
      <div role="status">
        <Chip tone={stateTones[state]}>{serviceTicketStateTitles[state]}</Chip>
      </div>
      <h2 id="assunto">{subject}</h2>
      {deadline !== null && <p className="figures">{deadline}</p>}
      <p className="soft small figures">
        Protocolo {protocol}
        <br />
        {ticketCategories[category].title}, aberto em {formatShortDateTime(created_at)}
      </p>
      <LinkedItems links={links} />
    </section>
  )
}

/** What the ticket is about, linked to its page. */
function LinkedItems({ links: { campaign, purchase, transaction } }: { links: TicketLinks }) {
  if (!campaign && !purchase && !transaction) return null
  return (
    <ul className={`lines ${css.links}`}>
      {purchase && (
        <li>
          <ForwardLink
            href={paths.receipts}
            title={`Nota: ${purchase.shop_name}`}
            text={`${formatCents(purchase.amount_cents)}, compra de ${formatDay(purchase.issued_on)}`}
          />
        </li>
      )}
      {transaction && (
        <li>
          <ForwardLink
            href={paths.participations}
            title={`Participação: ${transaction.campaign_title}`}
            text={
              transaction.created_at === undefined
                ? `Protocolo ${transaction.protocol}`
                : `${formatDate(transaction.created_at)}, protocolo ${transaction.protocol}`
            }
          />
        </li>
      )}
      {campaign && !transaction && (
        <li>
          <ForwardLink href={paths.promotion(campaign.slug)} title={`Promoção: ${campaign.title}`} />
        </li>
      )}
    </ul>
  )
}

/** How a resolved or closed ticket ends. */
function Ending({ conversation }: { conversation: Conversation }) {
  const { can_reopen, closes_at, continued_in, state, ticket_id } = conversation
  const { pending, run } = useAction()
  const show = useShowConversation()
  if (state === 'closed')
    return (
      continued_in === null && (
        <>
          <Notice>Este atendimento foi encerrado. Abra um novo.</Notice>
          <LinkButton href={paths.newServiceTicket}>Novo atendimento</LinkButton>
        </>
      )
    )
  if (state !== 'resolved') return null
  return (
    <>
      <Notice tone="good">
        {closes_at !== null && endSentence(`Resolvido. Este atendimento encerra em ${formatEnd(closes_at)}`)}{' '}
        Se ainda precisar de ajuda, responda aqui ou reabra.
      </Notice>
      {can_reopen && (
        <Button
          variant="outline"
          pending={pending}
          onClick={() =>
            void run((send) => send(reopenTicketCall, { body: { ticket_id } }), {
              success: 'Atendimento reaberto.',
              onSuccess: show,
            })
          }
        >
          Reabrir atendimento
        </Button>
      )}
    </>
  )
}
