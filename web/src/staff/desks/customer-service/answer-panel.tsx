import {
  addNoteCall,
  answerOutcomes,
  answerTicketCall,
  discardDeskUploadCall,
  editTicketCall,
  uploadDeskAttachmentCall,
  type AnswerOutcome,
} from '@clube/contract/customer-service/action-calls.ts'
import { remainingPlaceholder } from '@clube/contract/customer-service/answer-template.ts'
import {
  nextTicketState,
  type ServiceTicketEvent,
} from '@clube/contract/customer-service/service-ticket-states.ts'
import { messageMaxLength, messageTextSchema } from '@clube/contract/customer-service/service-ticket.ts'
import {
  announceReplyCall,
  announcementEverySeconds,
  type DeskTicket,
} from '@clube/contract/customer-service/staff-calls.ts'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../../kit/button/button.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { AttachmentField } from '../../../parts/attachments/attachment-field.tsx'
import {
  draftAttachmentsSchema,
  storedUploadsOf,
  useUploads,
  type DraftAttachment,
  type UploadCalls,
} from '../../../parts/attachments/use-uploads.ts'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { newId } from '../../../parts/new-id.ts'
import { useAction } from '../../../parts/use-action.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Sent } from '../../../platform/api/failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { useQueryCache } from '../../../platform/server-data/use-query.tsx'
import { OutlineButton } from '../../parts/buttons.tsx'
import { Choices } from '../../parts/filter-field.tsx'
import css from './customer-service.module.css'
import { ticketKey, useTicketOutcome } from './service-data.ts'
import { outcomeTitles } from './service-labels.ts'
import { TemplatePicker, type ChosenTemplate } from './template-picker.tsx'

const modes = { answer: 'Resposta ao cliente', note: 'Nota interna' } as const
export type AnswerMode = keyof typeof modes

const eventOf = {
  continue: 'staff_reply',
  ask: 'ask_customer',
  resolve: 'resolve',
} as const satisfies Record<AnswerOutcome, ServiceTicketEvent>

const sentTexts: Readonly<Record<AnswerOutcome, string>> = {
  continue: 'Resposta enviada.',
  ask: 'Resposta enviada. O atendimento aguarda o cliente.',
  resolve: 'Resposta enviada. Atendimento resolvido.',
}

/** The outcomes that the ticket's state allows. */
const outcomesOf = ({ state }: DeskTicket): AnswerOutcome[] =>
  answerOutcomes.filter((outcome) => nextTicketState(state, eventOf[outcome]) !== null)

type AnswerPanelProps = {
  ticket: DeskTicket
  mode: AnswerMode
  onMode: (mode: AnswerMode) => void
  isPickerOpen: boolean
  onPicker: (isOpen: boolean) => void
  /** Called with whether an answer or a note is being written. */
  onWriting: (isWriting: boolean) => void
  onOwnChange: (ticket: DeskTicket) => void
}

/** The answer to the customer and the internal note. Both stay as drafts, also when the other one is shown. */
export function AnswerPanel(props: AnswerPanelProps) {
  const { ticket, onMode, isPickerOpen, onPicker, onWriting, onOwnChange } = props
  const outcomes = outcomesOf(ticket)
  const mode = outcomes.length === 0 ? 'note' : props.mode
  const [preferred, setPreferred] = useState<AnswerOutcome>('continue')
  const [template, setTemplate] = useState<ChosenTemplate | null>(null)
  const [writing, setWriting] = useState({ answer: false, note: false })
  useEffect(() => onWriting(writing.answer || writing.note), [writing])
  useAnnouncement(ticket.ticket_id, writing.answer)
  const { run } = useAction()
  const outcome = useTicketOutcome(onOwnChange)
  const first = outcomes.includes(preferred) ? preferred : outcomes[0]

  const useTemplate = (chosen: ChosenTemplate) => {
    const { outcome: next, category, priority } = chosen.template
    setTemplate(chosen)
    onPicker(false)
    onMode('answer')
    if (next !== null) setPreferred(next)
    const body = {
      ticket_id: ticket.ticket_id,
      version: ticket.version,
      category: category ?? ticket.category,
      priority: priority ?? ticket.priority,
    }
    if (body.category !== ticket.category || body.priority !== ticket.priority)
      void run((send) => send(editTicketCall, { body }), {
        ...outcome,
        success: 'O modelo mudou a categoria ou a prioridade.',
      })
  }
  return (
    <section className={`panel ${css.composer}`} aria-label="Responder">
      {outcomes.length > 0 ? (
        <div className="row spread">
          <Choices
            label="O que escrever"
            titles={modes}
            names={Object.keys(modes) as AnswerMode[]}
            chosen={mode}
            onChoose={onMode}
          />
          {mode === 'answer' && <OutlineButton onClick={() => onPicker(true)}>Usar um modelo</OutlineButton>}
        </div>
      ) : (
        <p className="soft">Este atendimento foi encerrado: só é possível anotar.</p>
      )}
      {outcomes.length > 0 && (
        <div hidden={mode !== 'answer'}>
          <MessageForm
            ticket={ticket}
            name="answer"
            label="Resposta"
            helper="O cliente recebe um aviso por e-mail, sem o texto. Ctrl + Enter envia."
            outcomes={outcomes}
            preferred={first}
            inserted={template}
            request={(send, body, chosen) =>
              send(answerTicketCall, { body: { ...body, version: ticket.version, outcome: chosen } })
            }
            success={(chosen) => sentTexts[chosen]}
            onSent={() => setPreferred('continue')}
            onWriting={(answer) => setWriting((now) => ({ ...now, answer }))}
            onOwnChange={onOwnChange}
          />
        </div>
      )}
      <div hidden={mode !== 'note'}>
        <MessageForm
          ticket={ticket}
          name="note"
          label="Nota interna"
          helper="Só a equipe vê esta nota. Ctrl + Enter guarda."
          outcomes={[]}
          preferred={undefined}
          inserted={null}
          request={(send, body) => send(addNoteCall, { body })}
          success={() => 'Nota guardada.'}
          onWriting={(note) => setWriting((now) => ({ ...now, note }))}
          onOwnChange={onOwnChange}
        />
      </div>
      {isPickerOpen && <TemplatePicker ticket={ticket} onClose={() => onPicker(false)} onUse={useTemplate} />}
    </section>
  )
}

const uploadCalls: UploadCalls = {
  upload: (send, body, options) => send(uploadDeskAttachmentCall, { body, ...options }),
  discard: (send, upload_id) => send(discardDeskUploadCall, { body: { upload_id } }),
}

type Values = {
  message: string
  attachments: DraftAttachment[]
  client_message_id: string
  /** The template that was inserted last; empty for none. */
  template_id: string
}
const empty: Values = { message: '', attachments: [], client_message_id: '', template_id: '' }
const draftSchema = z.object({
  message: z.optional(z.string().check(z.maxLength(messageMaxLength))),
  attachments: z.optional(draftAttachmentsSchema),
  client_message_id: z.optional(z.uuid()),
  template_id: z.optional(z.uuid()),
}) as z.ZodMiniType as z.ZodMiniType<Partial<Values>>

type MessageBody = {
  ticket_id: string
  message: string
  attachments: string[]
  client_message_id: string
  template_id?: string
}

type MessageFormProps = {
  ticket: DeskTicket
  name: AnswerMode
  label: string
  helper: string
  /** What may follow an answer; a note has none. */
  outcomes: readonly AnswerOutcome[]
  preferred: AnswerOutcome | undefined
  /** A template whose text is added to what is written. */
  inserted: ChosenTemplate | null
  request: (send: Send, body: MessageBody, outcome: AnswerOutcome) => Promise<Sent<DeskTicket>>
  success: (outcome: AnswerOutcome) => string
  onSent?: () => void
  onWriting: (isWriting: boolean) => void
  onOwnChange: (ticket: DeskTicket) => void
}

/** A message with attachments, kept as a draft until it was sent. */
function MessageForm(props: MessageFormProps) {
  const { ticket, name, label, helper, outcomes, preferred = 'continue', inserted, onWriting } = props
  const { ticket_id } = ticket
  const queries = useQueryCache()
  const draft = useDraft<Values>({ name: `ticket-${name}/${ticket_id}`, initial: empty, schema: draftSchema })
  const [uploadError, setUploadError] = useState<string>()
  const action = useAction()
  const shared = useTicketOutcome(props.onOwnChange)
  const outcome = useRef<AnswerOutcome>(preferred)
  const form = useForm<Values>({
    initial: draft.initial,
    rules: {
      message: (message) =>
        messageTextSchema.safeParse(message).error?.issues[0]?.message ??
        (name === 'answer' ? placeholderError(message) : undefined),
    },
    onSubmit: async ({ message, attachments, client_message_id, template_id }) => {
      if (uploads.incomplete !== null) return setUploadError(uploads.incomplete)
      setUploadError(undefined)
      // Stored before the request, so that the message is not sent twice after a lost response and a reload.
      const id = client_message_id === '' ? newId() : client_message_id
      form.setValue('client_message_id', id)
      const body = {
        ticket_id,
        message,
        attachments: storedUploadsOf(attachments).map(({ upload_id }) => upload_id),
        client_message_id: id,
        ...(template_id !== '' && { template_id }),
      }
      await action.run((send) => props.request(send, body, outcome.current), {
        ...shared,
        form,
        success: () => props.success(outcome.current),
        onSuccess: (next) => {
          draft.erase()
          form.reset(empty)
          uploads.clear()
          props.onSent?.()
          shared.onSuccess(next)
        },
        onFailure: (failure) => {
          if (failure.kind === 'refused' && failure.code === 'customer-service.message-reused') {
            form.setValue('client_message_id', '')
            void queries.invalidateQueries({ queryKey: ticketKey(ticket_id) })
          }
          if (failure.kind === 'refused' && failure.code === 'customer-service.template-unknown')
            form.setValue('template_id', '')
          return shared.onFailure(failure)
        },
      })
    },
  })
  const uploads = useUploads({
    calls: uploadCalls,
    stored: draft.initial.attachments,
    erasures: draft.erasures,
    onChange: (attachments) => form.setValue('attachments', attachments),
  })
  const isWriting = form.values.message.trim() !== '' || form.values.attachments.length > 0
  useEffect(() => onWriting(isWriting), [isWriting])
  useEffect(() => {
    if (!inserted) return
    const written = form.values.message.trimEnd()
    form.setValues({
      message: written === '' ? inserted.text : `${written}\n\n${inserted.text}`,
      template_id: inserted.template.template_id,
    })
    form.focus('message')
  }, [inserted])
  const isEmpty = form.values.message.trim() === ''
  // An answer that is written from the beginning again does not come from the template.
  useEffect(() => {
    if (isEmpty) form.setValue('template_id', '')
  }, [isEmpty])
  const submit = (chosen: AnswerOutcome) => {
    outcome.current = chosen
    form.submit()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
    event.preventDefault()
    submit(preferred)
  }
  const pending = form.pending || action.pending
  return (
    <form {...form.props} className="stack" autoComplete="off" onKeyDown={handleKey} data-message={name}>
      <FormDraft draft={draft} form={form} />
      <TextField
        label={label}
        helper={helper}
        multiline
        maxLength={messageMaxLength}
        {...form.field('message')}
      />
      <AttachmentField uploads={uploads} error={uploadError ?? form.errors.attachments} />
      <div className="row">
        {name === 'note' ? (
          <Button compact pending={pending} onClick={() => submit('continue')}>
            Guardar a nota
          </Button>
        ) : (
          outcomes.map((each) => (
            <Button
              key={each}
              compact
              variant={each === preferred ? 'primary' : 'outline'}
              pending={pending && outcome.current === each}
              onClick={() => submit(each)}
            >
              {outcomeTitles[each]}
            </Button>
          ))
        )}
      </div>
    </form>
  )
}

function placeholderError(message: string): string | undefined {
  const placeholder = remainingPlaceholder(message)
  return placeholder === null ? undefined : `Troque ${placeholder} pelo que deve aparecer na resposta.`
}

/** Tells the others that the member is answering, until the answer is sent, emptied or left. */
function useAnnouncement(ticket_id: string, isReplying: boolean): void {
  const send = useSend()
  useEffect(() => {
    if (!isReplying) return
    const announce = (is_replying: boolean) => {
      if (!is_replying || !document.hidden) void send(announceReplyCall, { body: { ticket_id, is_replying } })
    }
    announce(true)
    const timer = setInterval(() => announce(true), announcementEverySeconds * 1000)
    return () => {
      clearInterval(timer)
      announce(false)
    }
  }, [ticket_id, isReplying])
}
