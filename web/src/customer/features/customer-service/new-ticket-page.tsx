import { requiredSelectMessage } from '@clube/contract/brazil/field-messages.ts'
import { acceptDocumentsCall } from '@clube/contract/consent/acceptance-calls.ts'
import { consentTitles } from '@clube/contract/consent/consent-titles.ts'
import {
  findSimilarTicketsCall,
  newTicketCall,
  type newTicketOptionsCall,
} from '@clube/contract/customer-service/calls.ts'
import {
  firstMessageSchema,
  messageMaxLength,
  subjectMaxLength,
  subjectSchema,
  ticketCategories,
  type TicketCategory,
} from '@clube/contract/customer-service/service-ticket.ts'
import { serviceTicketStateTitles } from '@clube/contract/customer-service/service-ticket-states.ts'
import type { BodyOf, DataOf, RefusalCodeOf } from '@clube/contract/kernel/call.ts'
import { endSentence } from '@clube/contract/kernel/club-time.ts'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import * as z from 'zod/mini'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Checkbox } from '../../../kit/field/checkbox.tsx'
import { Select } from '../../../kit/field/select.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { AttachmentField, attachmentsPath } from '../../../parts/attachments/attachment-field.tsx'
import {
  draftAttachmentsSchema,
  storedUploadsOf,
  useUploads,
  type DraftAttachment,
} from '../../../parts/attachments/use-uploads.ts'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { serviceKey } from '../../../parts/club-data/use-unread-tickets.ts'
import { formatShortDateTime } from '../../../parts/club-time.ts'
import { ReadConsent } from '../../../parts/consent-view/read-consent.tsx'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { newId } from '../../../parts/new-id.ts'
import { Page } from '../../../parts/page/page.tsx'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Sent } from '../../../platform/api/failure.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { useQueryCache } from '../../../platform/server-data/use-query.tsx'
import { readServiceChannel } from '../../../platform/storage/service-channel.ts'
import { CharacterCount } from './character-count.tsx'
import css from './customer-service.module.css'
import {
  describeSubject,
  linksOf,
  suggestedCategory,
  ticketSubjectOf,
  type TicketSubject,
} from './ticket-links.ts'
import { shopperUploads, useTicketOptions } from './use-service-tickets.ts'

/** A new ticket, with what it is about filled in by *Preciso de ajuda*. */
export function NewTicketPage() {
  const subject = ticketSubjectOf(useParams<{ about?: string; id?: string }>())
  const options = useTicketOptions(linksOf(subject))
  return (
    <Page title="Novo atendimento" back={{ href: paths.service, label: 'Meus atendimentos' }}>
      <Loaded
        query={options}
        loadingText="Carregando o atendimento"
        skeleton={<Skeleton shape="field" count={4} />}
      >
        {(found) => (
          <TicketForm
            key={`${subject?.about} ${subject?.id}`}
            subject={subject}
            options={found}
            onTermsOutdated={() => void options.refetch()}
          />
        )}
      </Loaded>
    </Page>
  )
}

type Options = DataOf<typeof newTicketOptionsCall>
type Values = {
  category: string
  subject: string
  message: string
  attachments: DraftAttachment[]
  accepts_terms: boolean
  /** Whether the ticket is about what the path names. */
  is_linked: boolean
  /** Set when the ticket is first sent, so that sending it again opens no second one. */
  client_request_id: string
}

const draftSchema = z.object({
  category: z.optional(z.string()),
  subject: z.optional(z.string().check(z.maxLength(subjectMaxLength))),
  message: z.optional(z.string().check(z.maxLength(messageMaxLength))),
  attachments: z.optional(draftAttachmentsSchema),
  is_linked: z.optional(z.boolean()),
  client_request_id: z.optional(z.string()),
})

const categoryOptions = Object.entries(ticketCategories).map(([value, { title }]) => ({
  value,
  label: title,
}))
const errorOf = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues[0]?.message

type TicketFormProps = {
  subject: TicketSubject | null
  options: Options
  /** Reloads the options, because another version of the terms must be accepted. */
  onTermsOutdated: () => void
}

function TicketForm({ subject, options, onTermsOutdated }: TicketFormProps) {
  const [, navigate] = useLocation()
  const queries = useQueryCache()
  const terms = options.terms_to_accept
  const described = subject && describeSubject(subject, options.links)
  const linksFor = ({ is_linked }: Pick<Values, 'is_linked'>) =>
    linksOf(is_linked && described ? subject : null)
  const draft = useDraft<Values>({
    name: subject ? `service-ticket/${subject.about}/${subject.id}` : 'service-ticket',
    initial: {
      category: suggestedCategory(subject),
      subject: '',
      message: '',
      attachments: [],
      accepts_terms: false,
      is_linked: true,
      client_request_id: '',
    },
    omit: ['accepts_terms'],
    schema: draftSchema as z.ZodMiniType as z.ZodMiniType<Partial<Values>>,
  })
  const uploads = useUploads({
    calls: shopperUploads,
    stored: draft.initial.attachments,
    erasures: draft.erasures,
    onChange: (attachments) => form.setValue('attachments', attachments),
  })
  const form = useActionForm({
    draft,
    initial: draft.initial,
    rules: {
      category: (category) => (category in ticketCategories ? undefined : requiredSelectMessage),
      subject: (text) => errorOf(subjectSchema, text),
      message: (text) => errorOf(firstMessageSchema, text),
      attachments: () => uploads.incomplete ?? undefined,
      accepts_terms: (accepted) => (terms === null || accepted ? undefined : requiredSelectMessage),
    },
    request: (send, values) => {
      const client_request_id = values.client_request_id || newId()
      form.setValue('client_request_id', client_request_id)
      return openTicket(send, terms, {
        ...linksFor(values),
        client_request_id,
        category: values.category as TicketCategory,
        subject: values.subject,
        message: values.message,
        attachments: storedUploadsOf(values.attachments).map(({ upload_id }) => upload_id),
      })
    },
    success: ({ data }) => ({
      message: `Recebemos o seu atendimento. Protocolo ${(data as DataOf<typeof newTicketCall>).protocol}.`,
      type: 'success',
    }),
    onSuccess: ({ ticket_id }) => {
      void queries.invalidateQueries({ queryKey: serviceKey })
      navigate(paths.serviceTicket(ticket_id), { replace: true })
    },
    onFailure: (failure) => {
      if (failure.kind !== 'refused') return false
      if (failure.code === 'consent.outdated' || failure.code === 'customer-service.terms-required') {
        form.setValue('accepts_terms', false)
        onTermsOutdated()
      }
      // The first attempt has opened the ticket: another text is another ticket.
      if (failure.code === 'customer-service.message-reused') form.setValue('client_request_id', '')
      return false
    },
  })
  const { category, message } = form.values
  const [askedSubject, setAskedSubject] = useState(draft.initial.subject)
  const subjectField = form.field('subject')
  return (
    <form {...form.props} className="stack">
      <FormDraft draft={draft} form={form} />
      {subject && (
        <SubjectSummary
          described={described}
          isLinked={form.values.is_linked}
          onChange={(isLinked) => form.setValue('is_linked', isLinked)}
        />
      )}
      <div>
        <Select label="Sobre o quê?" options={categoryOptions} {...form.field('category')} />
        <TextField
          label="Assunto"
          autoComplete="off"
          autoCapitalize="sentences"
          maxLength={subjectMaxLength}
          {...subjectField}
          onBlur={() => {
            subjectField.onBlur()
            setAskedSubject(form.values.subject)
          }}
        />
        <SimilarTickets category={category} subject={askedSubject} links={linksFor(form.values)} />
        <TextField
          label="O que aconteceu?"
          multiline
          autoCapitalize="sentences"
          maxLength={messageMaxLength}
          helper={<CharacterCount text={message} />}
          {...form.field('message')}
        />
        <p className="soft small">Não escreva senhas nem dados de cartão.</p>
      </div>
      <AttachmentField uploads={uploads} error={form.errors[attachmentsPath]} />
      {terms && (
        <div className={css.terms}>
          <Checkbox {...form.check('accepts_terms')} helper={`Versão ${terms.version}`}>
            Li e aceito: <strong>{consentTitles.sac}</strong>
          </Checkbox>
          <div>
            <ReadConsent kind="sac" onAccept={() => form.setValue('accepts_terms', true)} />
          </div>
        </div>
      )}
      <p className="soft small">
        {endSentence(`Respondemos até ${formatShortDateTime(options.first_answer_due_at)}`)} Atendimento:{' '}
        {endSentence(options.business_hours)}
      </p>
      <Button type="submit" pending={form.pending}>
        Enviar
      </Button>
    </form>
  )
}

type OpenedTicket = Sent<
  DataOf<typeof newTicketCall>,
  RefusalCodeOf<typeof newTicketCall> | RefusalCodeOf<typeof acceptDocumentsCall>
>

/** Accepts the terms where that is needed, then opens the ticket. */
async function openTicket(
  send: Send,
  terms: Options['terms_to_accept'],
  body: BodyOf<typeof newTicketCall>,
): Promise<OpenedTicket> {
  if (terms) {
    const documents = [{ kind: 'sac' as const, scope: '', version: terms.version }]
    const accepted = await send(acceptDocumentsCall, {
      body: { documents, service_channel: readServiceChannel() },
    })
    if (!accepted.ok) return accepted
  }
  return send(newTicketCall, { body })
}

type SubjectSummaryProps = {
  /** Null for what was not found in the person's account: it is not sent. */
  described: ReturnType<typeof describeSubject>
  isLinked: boolean
  onChange: (isLinked: boolean) => void
}

/** What the ticket is about, which the person can remove and restore. */
function SubjectSummary({ described, isLinked, onChange }: SubjectSummaryProps) {
  if (!described)
    return (
      <Notice tone="warn">
        {newTicketCall.refusals['customer-service.link-unknown'].message} Conte abaixo do que se trata.
      </Notice>
    )
  return (
    <div className={css.subject} data-removed={isLinked ? undefined : ''}>
      <p role="status">
        <span className="soft small">
          {isLinked ? 'Este atendimento é sobre' : 'Este atendimento não é sobre'}
        </span>
        <strong>{described.title}</strong>
        {isLinked &&
          described.facts.map((fact) => (
            <span key={fact} className="small figures">
              {fact}
            </span>
          ))}
      </p>
      <Button variant="outline" compact onClick={() => onChange(!isLinked)}>
        {isLinked ? 'Não é sobre isto' : 'Desfazer'}
      </Button>
    </div>
  )
}

type SimilarTicketsProps = { category: string; subject: string; links: ReturnType<typeof linksOf> }

/** Open tickets about the same: a warning, which does not prevent another one. */
function SimilarTickets({ category, subject, links }: SimilarTicketsProps) {
  const isComplete = category in ticketCategories && subjectSchema.safeParse(subject).success
  const body = { category: category as TicketCategory, subject, ...links }
  const { data: similar = [] } = useCallQuery(
    [...serviceKey, 'similar', body],
    (send, signal) => send(findSimilarTicketsCall, { body, signal }),
    { enabled: isComplete },
  )
  return (
    <div role="status" className={similar.length > 0 ? css.similar : undefined}>
      {similar.length > 0 && (
        <Notice tone="warn">
          <p>Você já tem um atendimento aberto parecido. Se for o mesmo caso, responda nele.</p>
          <ul className={`lines ${css.links}`}>
            {similar.map(({ protocol, state, subject: title, ticket_id }) => (
              <li key={ticket_id}>
                <ForwardLink
                  href={paths.serviceTicket(ticket_id)}
                  title={title}
                  text={`${serviceTicketStateTitles[state]}, protocolo ${protocol}`}
                />
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}
