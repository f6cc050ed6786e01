import { digitsOf } from '@clube/contract/brazil/mask.ts'
import type { StaffSession } from '@clube/contract/event-tickets/session.ts'
import { createSessionCall, updateSessionCall } from '@clube/contract/event-tickets/staff-calls.ts'
import { Checkbox } from '../../../kit/field/checkbox.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { SubmitButton } from '../../parts/buttons.tsx'
import css from './events.module.css'
import { newValues, planOf, planRules, suggestionsFor, valuesOf } from './session-plan.ts'

const number = { inputMode: 'numeric', clean: digitsOf } as const
const dateTime = { type: 'datetime-local' } as const

type SessionFormProps = {
  /** The session to change, or the promotion that gets a new one. */
  target: { session: StaffSession } | { campaign_id: string }
  onSaved: (session: StaffSession) => void
}

/** Every field of a session. */
export function SessionForm({ target, onSaved }: SessionFormProps) {
  const session = 'session' in target ? target.session : null
  const places = session ? session.numbers.held + session.numbers.sold : 0
  const form = useActionForm({
    initial: session ? valuesOf(session) : newValues(new Date(serverNow())),
    rules: planRules,
    request: (send, values) => {
      const plan = planOf(values)
      return 'session' in target
        ? send(updateSessionCall, { body: { session_id: target.session.session_id, ...plan } })
        : send(createSessionCall, { body: { campaign_id: target.campaign_id, ...plan } })
    },
    success: session ? 'Sessão alterada.' : 'Sessão criada.',
    onSuccess: onSaved,
    refresh: [['events']],
  })
  const start = form.field('starts_at')
  return (
    <form {...form.props} className={css.form} autoComplete="off">
      <TextField
        label="Título"
        maxLength={120}
        helper="Como o público vai ver: Concerto de abertura, 19h"
        {...form.field('title')}
      />
      <TextField label="Local" maxLength={160} {...form.field('place')} />
      <fieldset className={css.pair}>
        <legend>Horários, pelo relógio do clube</legend>
        <TextField
          label="Início"
          {...dateTime}
          {...start}
          onBlur={() => {
            start.onBlur()
            form.setValues(suggestionsFor(form.values))
          }}
        />
        <TextField label="Término (opcional)" {...dateTime} {...form.field('ends_at')} />
        <TextField label="Reservas a partir de" {...dateTime} {...form.field('sales_from')} />
        <TextField label="Reservas até" {...dateTime} {...form.field('sales_until')} />
        <TextField label="Cancelamento até" {...dateTime} {...form.field('cancel_until')} />
        <TextField
          label="Liberar quem não veio a partir de"
          helper="Vazio: os lugares não são liberados."
          {...dateTime}
          {...form.field('no_show_from')}
        />
      </fieldset>
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
