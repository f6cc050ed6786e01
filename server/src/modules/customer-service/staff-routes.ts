import {
  addNoteCall,
  answerTicketCall,
  assignTicketCall,
  discardDeskUploadCall,
  editTicketCall,
  mergeTicketsCall,
  nextTicketCall,
  transferTicketCall,
  uploadDeskAttachmentCall,
} from '@clube/contract/customer-service/action-calls.ts'
import {
  archiveTemplateCall,
  listTemplatesCall,
  saveTemplateCall,
} from '@clube/contract/customer-service/answer-template.ts'
import { readServiceFiguresCall, serviceTicketsFile } from '@clube/contract/customer-service/figures-calls.ts'
import { readServiceHoursCall, saveServiceHoursCall } from '@clube/contract/customer-service/service-hours.ts'
import {
  announceReplyCall,
  deskChangesCall,
  deskDocumentFile,
  deskOverviewCall,
  deskPictureFile,
  deskStream,
  listTicketsOfCustomerCall,
  openTicketCall,
  refreshTicketCall,
  searchTicketsCall,
  ticketQueueCall,
} from '@clube/contract/customer-service/staff-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { bindFile } from '../../http/bind-file.ts'
import { bindStream, type Streams } from '../../http/bind-stream.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { addNote, answerTicket } from './answer-ticket.ts'
import { admitUpload, openDeskAttachment, uploadAttachment } from './attachments.ts'
import { discardUpload } from './attachment-store.ts'
import type { CustomerServiceDeps } from './deps.ts'
import { readHours, saveHours } from './edit-hours.ts'
import { assignTicket, editTicket, takeNextTicket, transferTicket } from './distribute-tickets.ts'
import { archiveTemplate, readTemplates, saveTemplate } from './edit-templates.ts'
import { mergeTickets } from './merge-tickets.ts'
import {
  createReadOverview,
  listTicketsOfCustomer,
  openTicket,
  readDeskChanges,
  readQueue,
  refreshTicket,
} from './read-desk.ts'
import { searchTickets } from './search-tickets.ts'
import type { ServiceEvents } from './service-events.ts'
import { findTicket } from './service-ticket-store.ts'
import { exportTickets, readServiceFigures } from './ticket-figures.ts'

/** Binds the calls of the desk *Atendimentos*. */
export const bindServiceDeskCalls = (
  binder: Binder,
  streams: Streams,
  deps: CustomerServiceDeps & { readonly events: ServiceEvents },
): void => {
  bindCall(binder, ticketQueueCall, async ({ query, staff: agent }) => {
    const { page, next_cursor } = await readQueue(deps, { ...query, agent })
    return { data: page, next_cursor }
  })
  const readOverview = createReadOverview(deps)
  bindCall(binder, deskOverviewCall, async ({ staff }) => ({ data: await readOverview(staff) }))
  bindCall(binder, openTicketCall, async ({ body, staff: agent }) => ({
    data: await openTicket(deps, { ...body, agent }),
  }))
  bindCall(binder, refreshTicketCall, async ({ params, staff: agent }) => ({
    data: await refreshTicket(deps, { ...params, agent }),
  }))
  bindCall(binder, listTicketsOfCustomerCall, async ({ body }) => ({
    data: await listTicketsOfCustomer(deps, body.ticket_id),
  }))
  bindCall(binder, searchTicketsCall, async ({ body, staff: agent }) => ({
    data: await searchTickets(deps, { ...body, agent }),
  }))
  bindCall(binder, answerTicketCall, async ({ body, staff: agent }) => ({
    data: await answerTicket(deps, { ...body, agent }),
    message: 'Resposta enviada.',
  }))
  bindCall(binder, addNoteCall, async ({ body, staff: agent }) => ({
    data: await addNote(deps, { ...body, agent }),
  }))
  bindCall(binder, assignTicketCall, async ({ body, staff: agent }) => ({
    data: await assignTicket(deps, { ...body, agent }),
  }))
  bindCall(binder, nextTicketCall, async ({ body, staff: agent }) => ({
    data: { ticket: await takeNextTicket(deps, { ...body, agent }) },
  }))
  bindCall(binder, editTicketCall, async ({ body, staff: agent }) => ({
    data: await editTicket(deps, { ...body, agent }),
  }))
  bindCall(binder, transferTicketCall, async ({ body, staff: agent }) => ({
    data: await transferTicket(deps, { ...body, agent }),
    message: 'Atendimento transferido.',
  }))
  bindCall(binder, mergeTicketsCall, async ({ body, staff: agent }) => ({
    data: await mergeTickets(deps, { ...body, agent }),
    message: 'Atendimentos unidos.',
  }))
  bindCall(
    binder,
    uploadDeskAttachmentCall,
    async ({ body, staff: { staff_id } }) => ({
      data: await uploadAttachment(deps, { ...body, uploader: { staff_id } }),
    }),
    ({ staff: { staff_id } }) => admitUpload(deps, { staff_id }),
  )
  bindCall(binder, discardDeskUploadCall, async ({ body, staff: { staff_id } }) => {
    await discardUpload(deps.db, { id: body.upload_id, uploader: { staff_id }, now: deps.clock() })
    return { data: {} }
  })
  bindCall(binder, listTemplatesCall, async () => ({ data: await readTemplates(deps) }))
  bindCall(binder, saveTemplateCall, async ({ body, staff: agent }) => ({
    data: await saveTemplate(deps, { ...body, agent }),
    message: 'Modelo guardado.',
  }))
  bindCall(binder, archiveTemplateCall, async ({ body, staff: agent }) => {
    await archiveTemplate(deps, { ...body, agent })
    return { data: {}, message: body.is_archived ? 'Modelo arquivado.' : 'O modelo está de volta ao uso.' }
  })
  bindCall(binder, readServiceHoursCall, async () => ({ data: await readHours(deps, deps.db) }))
  bindCall(binder, saveServiceHoursCall, async ({ body, staff: agent }) => ({
    data: await saveHours(deps, { ...body, agent }),
    message: 'Horários guardados.',
  }))
  bindCall(binder, readServiceFiguresCall, async ({ query }) => ({
    data: await readServiceFigures(deps, query),
  }))
  bindFile(binder, serviceTicketsFile, ({ params, staff: agent }) =>
    exportTickets(deps, { ...params, agent }),
  )
  bindFile(binder, deskPictureFile, ({ params, staff: agent }) =>
    openDeskAttachment(deps, { ...params, agent, type: 'image/jpeg' }),
  )
  bindFile(binder, deskDocumentFile, ({ params, staff: agent }) =>
    openDeskAttachment(deps, { ...params, agent, type: 'application/pdf' }),
  )
  bindPresence(binder, streams, deps)
}

const bindPresence = (
  binder: Binder,
  streams: Streams,
  deps: CustomerServiceDeps & { readonly events: ServiceEvents },
): void => {
  bindStream(binder, streams, deskStream, ({ send }) => deps.events.subscribeDesk(send))
  bindCall(binder, deskChangesCall, async ({ query, staff: agent }) => ({
    data: await readDeskChanges(deps, { ticket_id: query.ticket_id, since: query.since, agent }),
  }))
  bindCall(binder, announceReplyCall, async ({ body, staff: { staff_id, name } }) => {
    const { ticket_id, is_replying } = body
    if (!(await findTicket(deps.db, ticket_id)))
      throw refusalsOf(announceReplyCall)('customer-service.unknown')
    await deps.events.announce(deps.db, { ticket_id, staff_id, name, is_replying })
    const replying = deps.events.listReplying(ticket_id).filter((member) => member.staff_id !== staff_id)
    return { data: { replying } }
  })
}
