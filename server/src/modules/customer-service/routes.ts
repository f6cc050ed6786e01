import {
  discardUploadCall,
  findSimilarTicketsCall,
  listOwnTicketsCall,
  markTicketReadCall,
  newTicketCall,
  newTicketOptionsCall,
  ownDocumentFile,
  ownPictureFile,
  ownTicketStream,
  rateServiceCall,
  readConversationCall,
  reopenTicketCall,
  replyCall,
  ticketChangesCall,
  uploadAttachmentCall,
} from '@clube/contract/customer-service/calls.ts'
import { countUnreadTicketsCall } from '@clube/contract/customer-service/unread-call.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { bindFile } from '../../http/bind-file.ts'
import { bindStream, type Streams } from '../../http/bind-stream.ts'
import { admitUpload, openOwnAttachment, uploadAttachment } from './attachments.ts'
import { discardUpload } from './attachment-store.ts'
import type { CustomerServiceDeps } from './deps.ts'
import { findSimilarTickets, openServiceTicket, readNewTicketOptions } from './open-service-ticket.ts'
import { readOwnChanges } from './read-desk.ts'
import {
  listOwnTickets,
  markTicketRead,
  rateService,
  readConversation,
  reopenTicket,
  replyToTicket,
} from './reply-to-ticket.ts'
import type { ServiceEvents } from './service-events.ts'
import { countUnread } from './service-ticket-store.ts'
import { bindServiceDeskCalls } from './staff-routes.ts'

/** Binds the calls, files and streams of customer service. */
export const bindCustomerService = (
  binder: Binder,
  streams: Streams,
  deps: CustomerServiceDeps & { readonly events: ServiceEvents },
): void => {
  bindCall(binder, listOwnTicketsCall, async ({ query, session: { customer_id } }) => {
    const { page, next_cursor } = await listOwnTickets(deps, { customer_id, cursor: query.cursor ?? null })
    return { data: page, next_cursor }
  })
  bindCall(binder, countUnreadTicketsCall, async ({ session }) => ({
    data: { count: await countUnread(deps.db, session.customer_id) },
  }))
  bindCall(binder, newTicketOptionsCall, async ({ query, session: { customer_id } }) => ({
    data: await readNewTicketOptions(deps, { ...query, customer_id }),
  }))
  bindCall(binder, findSimilarTicketsCall, async ({ body, session: { customer_id } }) => ({
    data: await findSimilarTickets(deps, { ...body, customer_id }),
  }))
  bindCall(binder, newTicketCall, async ({ body, session: { customer_id } }) => ({
    data: await openServiceTicket(deps, { ...body, customer_id }),
    message: 'Recebemos a sua mensagem.',
  }))
  bindCall(binder, readConversationCall, async ({ params, session: { customer_id } }) => ({
    data: await readConversation(deps, { ...params, customer_id }),
  }))
  bindCall(binder, replyCall, async ({ body, session: { customer_id } }) => ({
    data: await replyToTicket(deps, { ...body, customer_id }),
  }))
  bindCall(binder, markTicketReadCall, async ({ body, session: { customer_id } }) => ({
    data: await markTicketRead(deps, { ...body, customer_id }),
  }))
  bindCall(binder, reopenTicketCall, async ({ body, session: { customer_id } }) => ({
    data: await reopenTicket(deps, { ...body, customer_id }),
    message: 'Atendimento reaberto.',
  }))
  bindCall(binder, rateServiceCall, async ({ body, session: { customer_id } }) => ({
    data: await rateService(deps, { ...body, customer_id }),
    message: 'Obrigado pela sua avaliação.',
  }))
  bindCall(
    binder,
    uploadAttachmentCall,
    async ({ body, session: { customer_id } }) => ({
      data: await uploadAttachment(deps, { ...body, uploader: { customer_id } }),
    }),
    ({ session: { customer_id } }) => admitUpload(deps, { customer_id }),
  )
  bindCall(binder, discardUploadCall, async ({ body, session: { customer_id } }) => {
    await discardUpload(deps.db, { id: body.upload_id, uploader: { customer_id }, now: deps.clock() })
    return { data: {} }
  })
  bindCall(binder, ticketChangesCall, async ({ query, session: { customer_id } }) => ({
    data: await readOwnChanges(deps, { customer_id, since: query.since }),
  }))
  bindFile(binder, ownPictureFile, ({ params, session: { customer_id } }) =>
    openOwnAttachment(deps, { ...params, customer_id, type: 'image/jpeg' }),
  )
  bindFile(binder, ownDocumentFile, ({ params, session: { customer_id } }) =>
    openOwnAttachment(deps, { ...params, customer_id, type: 'application/pdf' }),
  )
  bindStream(binder, streams, ownTicketStream, ({ session, send }) =>
    deps.events.subscribeCustomer(session.customer_id, ({ ticket_id, version }) =>
      send({ kind: 'ticket', ticket_id, version }),
    ),
  )
  bindServiceDeskCalls(binder, streams, deps)
}
