import { formatCellphone } from '@clube/contract/brazil/cellphone.ts'
import { requiredRadioMessage } from '@clube/contract/brazil/field-messages.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { followUpOutcomes, ratingReasons, type FollowUpOutcome } from '@clube/contract/ratings/rating.ts'
import {
  followUpNoteMaxLength,
  readDetractorContactCall,
  recordFollowUpCall,
  type Detractor,
} from '@clube/contract/ratings/staff-calls.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { staffPaths } from '../../app/paths.ts'
import { OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { FactList, type Fact } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { waitingKey } from '../../parts/waiting-counts.ts'

type DetractorViewProps = {
  detractor: Detractor
  /** Whether the person allowed contact and waits for it. */
  canContact: boolean
  onRecorded: () => void
}

/** One answer from 0 to 6: what the person said, their contact on request, and the follow-up. */
export function DetractorView({ detractor, canContact, onRecorded }: DetractorViewProps) {
  const { reasons, comment, issued_on, rated_at, follow_up } = detractor
  return (
    <div className="stack">
      <FactList
        inRows
        facts={[
          ['Compra', formatDay(issued_on)],
          ['Avaliada', formatInstant(rated_at)],
          ['Motivos', reasons.map((reason) => ratingReasons[reason]).join(', ') || '–'],
          ['Comentário', comment ?? '–'],
          ...conversationFacts(detractor),
          ...(follow_up
            ? ([
                ['Acompanhamento', followUpOutcomes[follow_up.outcome]],
                ['Registrado por', `${follow_up.by}, ${formatInstant(follow_up.at)}`],
                ['Anotação', follow_up.note ?? '–'],
              ] as const)
            : []),
        ]}
      />
      {canContact ? (
        <>
          <Contact rating_id={detractor.rating_id} />
          <FollowUpForm rating_id={detractor.rating_id} onRecorded={onRecorded} />
        </>
      ) : (
        follow_up === null && (
          <Notice>
            Esta pessoa não autorizou contato sobre a avaliação. Use a resposta só para melhorar.
          </Notice>
        )
      )}
    </div>
  )
}

/** The person's conversation with customer service about the purchase, if there is one. */
function conversationFacts({ ticket }: Pick<Detractor, 'ticket'>): Fact[] {
  if (ticket === null) return []
  const { ticket_id, protocol, state_title } = ticket
  const link = <Link href={staffPaths.serviceTicket(ticket_id)}>{protocol}</Link>
  return [
    [
      'Atendimento',
      <span key="link">
        {link}, {state_title}
      </span>,
    ],
  ]
}

/** The person's contact, shown on request: each view is audited, and the person sees it. */
function Contact({ rating_id }: Pick<Detractor, 'rating_id'>) {
  const { pending, run } = useAction()
  const [contact, setContact] = useState<DataOf<typeof readDetractorContactCall> | null>(null)
  const view = () =>
    run((send) => send(readDetractorContactCall, { body: { rating_id } }), {
      onSuccess: setContact,
      refresh: [['ratings']],
    })
  if (contact === null)
    return (
      <div className="tight">
        <OutlineButton pending={pending} onClick={() => void view()}>
          Ver o contato
        </OutlineButton>
        <p className="soft small">A consulta fica na trilha de auditoria, e a pessoa vê que ela foi feita.</p>
      </div>
    )
  const { name, email, cellphone } = contact
  return (
    <FactList
      inRows
      facts={[
        ['Nome', name],
        [
          'Celular',
          cellphone === null ? (
            '–'
          ) : (
            <a key="cellphone" href={`tel:+55${cellphone}`}>
              {formatCellphone(cellphone)}
            </a>
          ),
        ],
        [
          'E-mail',
          email === null ? (
            '–'
          ) : (
            <a key="email" href={`mailto:${email}`}>
              {email}
            </a>
          ),
        ],
      ]}
    />
  )
}

function FollowUpForm({
  rating_id,
  onRecorded,
}: Pick<DetractorViewProps, 'onRecorded'> & { rating_id: string }) {
  const form = useActionForm({
    initial: { outcome: '', note: '' },
    rules: { outcome: (outcome) => (outcome === '' ? requiredRadioMessage : undefined) },
    request: (send, { outcome, note }) =>
      send(recordFollowUpCall, { body: { rating_id, outcome: outcome as FollowUpOutcome, note } }),
    success: 'Acompanhamento registrado.',
    onSuccess: onRecorded,
    refresh: [['ratings'], waitingKey],
  })
  return (
    <form {...form.props}>
      <RadioGroup
        label="Como terminou?"
        options={Object.entries(followUpOutcomes).map(([value, label]) => ({ value, label }))}
        {...form.field('outcome')}
      />
      <TextField
        label="Anotação (opcional)"
        multiline
        maxLength={followUpNoteMaxLength}
        helper="Não escreva documentos nem senhas."
        {...form.field('note')}
      />
      <SubmitButton form={form}>Registrar acompanhamento</SubmitButton>
    </form>
  )
}
