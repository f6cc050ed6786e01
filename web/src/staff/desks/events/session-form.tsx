import { digitsOf } from '@clube/contract/brazil/mask.ts'
import {
  announcedChanges,
  changeErrors,
  containsTimeOfDay,
  parsePlan,
} from '@clube/contract/event-tickets/session-plan.ts'
import type { StaffEventSession } from '@clube/contract/event-tickets/session.ts'
import {
  createSessionCall,
  updateSessionCall,
  type SessionWithGates,
} from '@clube/contract/event-tickets/staff-calls.ts'
import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Checkbox } from '../../../kit/field/checkbox.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import type { Form } from '../../../kit/form/use-form.ts'
import { parseClubDateTime } from '../../../parts/club-time.ts'
import { FormDraft } from '../../../parts/draft/form-draft.tsx'
import { useDraft, type Draft } from '../../../parts/draft/use-draft.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { SubmitButton } from '../../parts/buttons.tsx'
import { formatCount } from './event-labels.ts'
import css from './events.module.css'
import { formatInstant } from '../../parts/instant.ts'
import { effectOf, peopleIn, ReviewChange } from './review-change.tsx'
import {
  newValues,
  planOf,
  planRulesFor,
  valuesOf,
  type FollowingTimes,
  type SessionValues,
} from './session-plan.ts'
import { useMovedTimes } from './use-moved-times.ts'

const number = { inputMode: 'numeric', clean: digitsOf } as const
const dateTime = { type: 'datetime-local' } as const

type FormProps<Target> = { target: Target; onSaved: (session: StaffEventSession) => void }

export function NewSessionForm({ target, onSaved }: FormProps<{ campaign_id: string }>) {
  const draft = useDraft({
    name: `session/new/${target.campaign_id}`,
    initial: newValues(new Date(serverNow())),
  })
  const form = useActionForm({
    draft,
    initial: draft.initial,
    rules: planRulesFor(null),
    request: (send, values) => send(createSessionCall, { body: { ...target, ...planOf(values) } }),
    success: 'Sessão criada.',
    onSuccess: onSaved,
    refresh: [['events']],
  })
  return <PlanForm draft={draft} form={form} places={0} />
}

/** A change of ticket details, or one that affects the waiting list, is reviewed before it is sent. */
export function EditSessionForm({ target: session, onSaved }: FormProps<SessionWithGates>) {
  const [{ revision }] = useState(session)
  const [isReviewing, setReviewing] = useState(false)
  const people = peopleIn(session)
  const draft = useDraft({ name: `session/${session.session_id}`, initial: valuesOf(session) })
  const form = useActionForm({
    draft,
    initial: draft.initial,
    rules: planRulesFor(draft.original.title),
    request: (send, values) => {
      const plan = planOf(values, session)
      const [before, after] = [parsePlan(session), parsePlan(plan)]
      const errors = changeErrors(before, after, new Date(serverNow()))
      if (errors.length > 0) {
        form.setServerErrors(errors)
        return null
      }
      const isAnnounced = people > 0 && announcedChanges(before, after).length > 0
      const isReviewed = isAnnounced || effectOf(session, plan) !== null
      if (isReviewed && !isReviewing) {
        setReviewing(true)
        return null
      }
      const { session_id } = session
      const body = { session_id, ...plan, revision, people: isAnnounced ? people : null }
      return send(updateSessionCall, { body })
    },
    success: ({ data: { people_notified } }) =>
      people_notified > 0 ? `Sessão alterada. ${formatNotified(people_notified)}` : 'Sessão alterada.',
    // The page's other actions send the revision shown on the page, so it must be current.
    onRefreshed: onSaved,
    onFailure: (failure) => {
      // The form shows field errors; after a change in the number of people, the review stays open.
      if (failure.kind !== 'refused' || failure.code !== 'event-tickets.people-changed') setReviewing(false)
      return false
    },
    refresh: [['events']],
  })
  const { held, sold } = session.numbers
  return (
    <>
      <PlanForm draft={draft} form={form} stored={draft.original} places={held + sold} hidden={isReviewing} />
      {isReviewing && (
        <ReviewChange
          session={session}
          plan={planOf(form.values, session)}
          pending={form.pending}
          onConfirm={form.submit}
          onBack={() => {
            setReviewing(false)
            form.focus('starts_at')
          }}
        />
      )}
    </>
  )
}

/** '18 pessoas serão avisadas.' */
const formatNotified = (people: number): string =>
  people === 1 ? '1 pessoa será avisada.' : `${formatCount(people)} pessoas serão avisadas.`

type PlanFormProps = {
  draft: Draft<SessionValues>
  form: Form<SessionValues>
  /** The stored session; null for a new one. */
  stored?: SessionValues | null
  /** Number of places held or sold. */
  places: number
  hidden?: boolean
}

type TimeField = 'starts_at' | keyof FollowingTimes

/** Every field of a session. */
function PlanForm({ draft, form, stored = null, places, hidden = false }: PlanFormProps) {
  const { moveOthers, start, previousTimes, undo } = useMovedTimes(form, { isNew: stored === null })
  const time = (field: TimeField, helper?: string) => {
    const isChanged = stored !== null && stored[field] !== '' && form.values[field] !== stored[field]
    const before = isChanged ? `Antes: ${formatInstant(parseClubDateTime(stored[field]))}` : undefined
    return { ...dateTime, ...form.field(field), helper: before ?? helper }
  }
  return (
    <form
      {...form.props}
      onSubmit={(event) => {
        // Enter submits without blurring the field, so the moved times are shown first.
        if (moveOthers()) event.preventDefault()
        else form.props.onSubmit(event)
      }}
      className={css.form}
      hidden={hidden}
      autoComplete="off"
    >
      <FormDraft draft={draft} form={form} />
      <TextField
        label="Título"
        maxLength={120}
        helper={
          stored && containsTimeOfDay(stored.title)
            ? 'Este título diz uma hora: se mudar o início, mude também o título.'
            : 'Como o público vai ver: Concerto de abertura'
        }
        {...form.field('title')}
      />
      <TextField label="Local" maxLength={160} {...form.field('place')} />
      <fieldset className={css.pair}>
        <legend>Horários, pelo relógio do clube</legend>
        <TextField label="Início" {...time('starts_at')} {...start} />
        <TextField label="Término (opcional)" {...time('ends_at')} />
        <TextField label="Reservas a partir de" {...time('sales_from')} />
        <TextField label="Reservas até" {...time('sales_until')} />
        <TextField label="Cancelamento até" {...time('cancel_until')} />
        <TextField
          label="Liberar quem não veio a partir de"
          {...time('no_show_from', 'Vazio: os lugares não são liberados.')}
        />
      </fieldset>
      <div role="status">
        {previousTimes && (
          <Notice>Os outros horários mudaram junto com o início. Confira e ajuste o que precisar.</Notice>
        )}
      </div>
      {previousTimes && (
        <div>
          <Button variant="outline" compact onClick={undo}>
            Manter os horários de antes
          </Button>
        </div>
      )}
      <fieldset className={css.triple}>
        <legend>Lugares</legend>
        <TextField
          label="Capacidade"
          helper={places > 0 ? `${places} já reservados ou vendidos.` : undefined}
          {...number}
          {...form.field('capacity')}
        />
        <TextField label="Limite por CPF" {...number} {...form.field('limit_per_document')} />
        <TextField
          label="Idade mínima"
          helper="Vazio: qualquer idade."
          {...number}
          {...form.field('minimum_age')}
        />
      </fieldset>
      <Checkbox helper="Ninguém reserva mais, seja qual for o horário." {...form.check('is_closed')}>
        Encerrar as reservas agora
      </Checkbox>
      <div>
        <SubmitButton form={form}>Salvar</SubmitButton>
      </div>
    </form>
  )
}
