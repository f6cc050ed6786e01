import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { digitsOf } from '@clube/contract/brazil/mask.ts'
import { cancelSessionCall, type SessionWithGates } from '@clube/contract/event-tickets/staff-calls.ts'
import { useState } from 'react'
import { TextField } from '../../../kit/field/text-field.tsx'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft } from '../../../parts/draft/use-draft.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { PeopleNotice, peopleIn, peopleLabel, peopleRule } from './review-change.tsx'

type CancelSessionFormProps = { session: SessionWithGates; onClose: () => void }

/** Cancels a session permanently, with the reason shown to everyone affected. */
export function CancelSessionForm({ session, onClose }: CancelSessionFormProps) {
  const [{ revision }] = useState(session)
  const { session_id } = session
  const people = peopleIn(session)
  const draft = useDraft({
    name: `session-cancellation/${session_id}`,
    initial: { reason: '', people: '' },
    omit: ['people'],
  })
  const form = useActionForm({
    draft,
    initial: draft.initial,
    rules: {
      reason: (reason) => (reason.trim() === '' ? requiredTextMessage : undefined),
      people: peopleRule(people),
    },
    request: (send, { reason }) =>
      send(cancelSessionCall, { body: { session_id, reason: reason.trim(), revision, people } }),
    success: 'Sessão cancelada.',
    onSuccess: onClose,
    refresh: [['events']],
  })
  return (
    <form {...form.props} className="stack" autoComplete="off">
      <FormDraft draft={draft} form={form} />
      <PeopleNotice session={session}>
        O aviso aparece também em Meus ingressos, com o motivo. Os ingressos deixam de valer, os lugares
        voltam, e o que as pessoas usaram para participar é devolvido. Isso não pode ser desfeito.
      </PeopleNotice>
      <TextField
        label="Motivo"
        helper="Todas as pessoas avisadas vão ler."
        maxLength={200}
        multiline
        {...form.field('reason')}
      />
      <TextField label={peopleLabel(people)} inputMode="numeric" clean={digitsOf} {...form.field('people')} />
      <div className="row">
        <SubmitButton form={form} variant="danger">
          Cancelar a sessão
        </SubmitButton>
        <OutlineButton onClick={onClose}>Manter a sessão</OutlineButton>
      </div>
    </form>
  )
}
