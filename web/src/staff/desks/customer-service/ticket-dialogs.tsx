import { requiredSelectMessage, requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import {
  assignTicketCall,
  editTicketCall,
  mergeTicketsCall,
  transferTicketCall,
} from '@clube/contract/customer-service/action-calls.ts'
import { openTicketStates } from '@clube/contract/customer-service/service-ticket-states.ts'
import {
  messageTextSchema,
  serviceAreas,
  ticketPriorities,
  type ServiceArea,
  type TicketCategory,
  type TicketPriority,
} from '@clube/contract/customer-service/service-ticket.ts'
import type { DeskTicket } from '@clube/contract/customer-service/staff-calls.ts'
import { useLocation } from 'wouter'
import { Select } from '../../../kit/field/select.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { LinkButton, SubmitButton } from '../../parts/buttons.tsx'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import { useOverview, useTicketOutcome } from './service-data.ts'
import { categoryTitles, optionsOf } from './service-labels.ts'
import { servicePaths } from './service-paths.ts'
import { useOthersOf } from './ticket-side.tsx'

type TicketDialogProps = {
  ticket: DeskTicket
  onOwnChange: (ticket: DeskTicket) => void
  onClose: () => void
}

/** The outcome of an action in a dialog, which closes after a success. */
function useDialogOutcome({ onOwnChange, onClose }: TicketDialogProps) {
  const outcome = useTicketOutcome(onOwnChange)
  return {
    ...outcome,
    onSuccess: (ticket: DeskTicket) => {
      outcome.onSuccess(ticket)
      onClose()
    },
  }
}

/** The value that returns a ticket to the queue. */
const nobody = 'nobody'

/** Assigns the ticket to a member, or returns it to the queue. */
export function AssignDialog(props: TicketDialogProps) {
  const { ticket, onClose } = props
  const { ticket_id, version, assignee } = ticket
  const { staff_id } = useStaffIdentity()
  const members = useOverview().data?.members ?? []
  const form = useActionForm({
    initial: { staff_id: '' },
    rules: { staff_id: (value) => (value === '' ? requiredSelectMessage : undefined) },
    request: (send, values) =>
      send(assignTicketCall, {
        body: { ticket_id, version, staff_id: values.staff_id === nobody ? null : values.staff_id },
      }),
    success: ({ data }) =>
      data.assignee ? `O atendimento é de ${data.assignee.name}.` : 'O atendimento voltou para a fila.',
    ...useDialogOutcome(props),
  })
  const options = [
    ...(assignee ? [{ value: nobody, label: 'Sem responsável (volta para a fila)' }] : []),
    ...members
      .filter((member) => member.staff_id !== assignee?.staff_id)
      .map(({ staff_id: value, name }) => ({ value, label: value === staff_id ? `${name} (você)` : name })),
  ]
  return (
    <Dialog open onClose={onClose} title="Passar a outra pessoa" fieldFirst>
      <form {...form.props} className="stack">
        <Select label="Responsável" options={options} {...form.field('staff_id')} />
        <div>
          <SubmitButton form={form}>Passar</SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}

/** Changes category and priority. */
export function EditDialog(props: TicketDialogProps) {
  const { ticket, onClose } = props
  const { ticket_id, version, category, priority } = ticket
  const required = (value: string) => (value === '' ? requiredSelectMessage : undefined)
  const form = useActionForm({
    initial: { category, priority } as { category: string; priority: string },
    rules: { category: required, priority: required },
    request: (send, values) =>
      send(editTicketCall, {
        body: {
          ticket_id,
          version,
          category: values.category as TicketCategory,
          priority: values.priority as TicketPriority,
        },
      }),
    success: 'Categoria e prioridade guardadas.',
    ...useDialogOutcome(props),
  })
  return (
    <Dialog open onClose={onClose} title="Categoria e prioridade" fieldFirst>
      <form {...form.props} className="stack">
        <Select label="Categoria" options={optionsOf(categoryTitles)} {...form.field('category')} />
        <Select label="Prioridade" options={optionsOf(ticketPriorities)} {...form.field('priority')} />
        <p className="soft small">Urgentes vêm primeiro na fila.</p>
        <div>
          <SubmitButton form={form}>Guardar</SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}

/** Moves the ticket to another area, with a reason for the people there. */
export function TransferDialog(props: TicketDialogProps) {
  const { ticket, onClose } = props
  const { ticket_id, version } = ticket
  const draft = useDraft({ name: `ticket-transfer/${ticket_id}`, initial: { area: '', reason: '' } })
  const form = useActionForm({
    initial: draft.initial,
    rules: {
      area: (area) => (area === '' ? requiredSelectMessage : undefined),
      reason: (reason) => messageTextSchema.safeParse(reason).error?.issues[0]?.message,
    },
    request: (send, { area, reason }) =>
      send(transferTicketCall, { body: { ticket_id, version, area: area as ServiceArea, reason } }),
    success: ({ data }) => `Transferido para ${serviceAreas[data.area]}.`,
    draft,
    ...useDialogOutcome(props),
  })
  const { [ticket.area]: _, ...others } = serviceAreas
  return (
    <Dialog open onClose={onClose} title="Transferir para outra área" fieldFirst>
      <form {...form.props} className="stack">
        <FormDraft draft={draft} form={form} />
        <p>O atendimento fica sem responsável na fila da outra área.</p>
        <Select label="Área" options={optionsOf(others)} {...form.field('area')} />
        <TextField
          label="Por quê?"
          multiline
          helper="Fica como nota interna: o cliente não vê."
          {...form.field('reason')}
        />
        <div>
          <SubmitButton form={form}>Transferir</SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}

/** Closes this ticket as a duplicate of another one of the same person, and opens that one. */
export function MergeDialog(props: TicketDialogProps) {
  const { ticket, onClose } = props
  const [, navigate] = useLocation()
  const others = (useOthersOf(ticket.ticket_id).data ?? []).filter(({ state }) =>
    openTicketStates.some((open) => open === state),
  )
  const { onFailure, refresh } = useDialogOutcome(props)
  const form = useActionForm({
    initial: { into_protocol: '' },
    rules: { into_protocol: (protocol) => (protocol.trim() === '' ? requiredTextMessage : undefined) },
    request: (send, { into_protocol }) =>
      send(mergeTicketsCall, {
        body: { ticket_id: ticket.ticket_id, version: ticket.version, into_protocol },
      }),
    success: ({ data }) => `Unido ao atendimento ${data.protocol}.`,
    onSuccess: ({ ticket_id }) => {
      onClose()
      navigate(servicePaths.ticket(ticket_id))
    },
    onFailure,
    refresh,
  })
  return (
    <Dialog open onClose={onClose} title="Unir a outro atendimento" fieldFirst>
      <form {...form.props} className="stack" autoComplete="off">
        <p>
          Este atendimento ({ticket.protocol}) é encerrado, e o cliente fica sabendo em qual a conversa
          continua.
        </p>
        <TextField label="Protocolo do que continua" maxLength={40} {...form.field('into_protocol')} />
        {others.length > 0 && (
          <ul className="lines">
            {others.map(({ ticket_id, protocol, subject }) => (
              <li key={ticket_id}>
                <LinkButton onClick={() => form.setValue('into_protocol', protocol)}>{protocol}</LinkButton>{' '}
                {subject}
              </li>
            ))}
          </ul>
        )}
        <div>
          <SubmitButton form={form} variant="danger">
            Unir e encerrar este
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
