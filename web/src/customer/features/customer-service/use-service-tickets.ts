import {
  discardUploadCall,
  listOwnTicketsCall,
  newTicketOptionsCall,
  ownTicketStream,
  readConversationCall,
  ticketChangesCall,
  uploadAttachmentCall,
  type Conversation,
  type OwnTicket,
} from '@clube/contract/customer-service/calls.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { UploadCalls } from '../../../parts/attachments/use-uploads.ts'
import { serviceKey, unreadTicketsKey } from '../../../parts/club-data/use-unread-tickets.ts'
import type { ListPage } from '../../../parts/call-failed.ts'
import { usePages } from '../../../parts/pages.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { useEventStream } from '../../../platform/api/event-stream.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { useQueryCache } from '../../../platform/server-data/use-query.tsx'
import type { TicketLinkIds } from './ticket-links.ts'

export const ticketListKey = [...serviceKey, 'list']
const ticketKey = (ticket_id: string) => [...serviceKey, 'ticket', ticket_id]
export const ticketOptionsKey = [...serviceKey, 'options']

/** The person's tickets, most recent message first, page by page. */
export const useOwnTickets = () =>
  usePages<OwnTicket>({
    queryKey: ticketListKey,
    read: (send, { cursor, signal }) => send(listOwnTicketsCall, { query: { cursor }, signal }),
    refetchOnMount: 'always',
  })

export const useConversation = (ticket_id: string) =>
  useCallQuery(
    ticketKey(ticket_id),
    (send, signal) => send(readConversationCall, { params: { ticket_id }, signal }),
    { refetchOnMount: 'always' },
  )

/** Deadlines of a new ticket, what it is about, and the terms that must be accepted before the first one. */
export const useTicketOptions = (links: TicketLinkIds) =>
  useCallQuery(
    [...ticketOptionsKey, links],
    (send, signal) => send(newTicketOptionsCall, { query: links, signal }),
    { refetchOnMount: 'always' },
  )

/** Replaces a conversation by the server's answer to an action, unless a newer one is shown already. */
export function useShowConversation(): (conversation: Conversation) => void {
  const queries = useQueryCache()
  return (conversation) => {
    queries.setQueryData<Conversation>(ticketKey(conversation.ticket_id), (shown) =>
      shown && shown.version > conversation.version ? shown : conversation,
    )
    void queries.invalidateQueries({ queryKey: ticketListKey })
    void queries.invalidateQueries({ queryKey: unreadTicketsKey })
  }
}

/** Records in the loaded data that a conversation was read. */
export function useShowAsRead(): (ticket_id: string) => void {
  const queries = useQueryCache()
  return (ticket_id) => {
    queries.setQueryData<Conversation>(
      ticketKey(ticket_id),
      (shown) => shown && { ...shown, is_unread: false },
    )
    void queries.invalidateQueries({ queryKey: ticketListKey })
    void queries.invalidateQueries({ queryKey: unreadTicketsKey })
  }
}

type Change = { ticket_id: string; version: number }

/** Polling interval while the stream is interrupted, in milliseconds. */
export const changesPollMs = 15_000

/** Reloads what changed on the server: live by the stream of events, otherwise by polling. */
export function useLiveTickets(): void {
  const queries = useQueryCache()
  const send = useSend()
  const revision = useRef<string>(undefined)

  const apply = ({ ticket_id, version }: Change) => {
    const key = ticketKey(ticket_id)
    const shown = queries.getQueryData<Conversation>(key)
    const list = queries.getQueryData<ListPage<OwnTicket>[]>(ticketListKey)
    const listed = list?.flatMap(({ data }) => data).find((ticket) => ticket.ticket_id === ticket_id)
    if (shown && shown.version < version) void queries.invalidateQueries({ queryKey: key })
    if (listed ? listed.version >= version : shown && shown.version >= version) return
    void queries.invalidateQueries({ queryKey: ticketListKey })
    void queries.invalidateQueries({ queryKey: unreadTicketsKey })
  }
  const state = useEventStream(ownTicketStream, apply)
  const check = useEffectEvent(async () => {
    if (document.hidden) return
    const sent = await send(ticketChangesCall, { query: { since: revision.current } })
    // A failure is not shown: the next attempt follows, and the page's own actions show theirs.
    if (!sent.ok) return
    revision.current = sent.data.revision
    for (const change of sent.data.tickets) apply(change)
  })
  useEffect(() => {
    // Changes before the connection arrive by no event. After the session's end, the refusal signs the page out.
    if (state !== 'interrupted') {
      void check()
      return
    }
    const timer = setInterval(() => void check(), changesPollMs)
    return () => clearInterval(timer)
  }, [state])
}

export const shopperUploads: UploadCalls = {
  upload: (send, body, options) => send(uploadAttachmentCall, { body, ...options }),
  discard: (send, upload_id) => send(discardUploadCall, { body: { upload_id } }),
}
