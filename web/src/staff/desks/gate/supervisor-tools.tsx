import { doorEntryCall, releaseNoShowsCall } from '@clube/contract/event-tickets/gate-calls.ts'
import { useRef } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { clubClock } from '../../../parts/club-time.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { attemptAt } from './scan-at-gate.ts'
import type { Gate } from './gate.ts'
import { LastScans } from './last-scans.tsx'
import css from './gate.module.css'

type SupervisorToolsProps = { gate: Gate; isConnected: boolean; onDone: () => void }

/** Actions of supervisors at a gate. Places are scarce, so both require an answer from the server. */
export function SupervisorTools({ gate, isConnected, onDone }: SupervisorToolsProps) {
  const { session_id, no_show_from } = gate.deps.post.session
  return (
    <section className={`stack ${css.section}`} aria-label="Supervisão">
      <h2>Supervisão</h2>
      {!isConnected && <p className="soft">Lugares só são liberados com conexão.</p>}
      <DoorEntry gate={gate} isConnected={isConnected} onDone={onDone} />
      {no_show_from !== null && isConnected && (
        <div className={css.release}>
          <NoShowRelease gate={gate} onDone={onDone} />
          <p className="soft small">Quem não chegou até {clubClock(no_show_from)} perde o lugar.</p>
        </div>
      )}
      <LastScans session_id={session_id} />
    </section>
  )
}

function DoorEntry({ gate, isConnected, onDone }: SupervisorToolsProps) {
  // The same entry is sent with the same id until it is answered: a lost answer must not take places twice.
  const attempt = useRef<ReturnType<typeof attemptAt>>(undefined)
  const form = useActionForm({
    initial: { quantity: '1' },
    rules: { quantity: (text) => (/^[1-9]\d*$/.test(text) ? undefined : 'Informe um número maior que zero') },
    request: (send, { quantity }) => {
      attempt.current ??= attemptAt(gate)
      const body = { ...attempt.current, quantity: Number(quantity) }
      return send(doorEntryCall, { body })
    },
    success: ({ data }): string => `${admittedText(form.values.quantity)}. Lugares livres: ${data.free}.`,
    onSuccess: () => {
      attempt.current = undefined
      form.reset()
      onDone()
    },
    onFailure: ({ kind }) => {
      if (kind === 'refused' || kind === 'invalid') attempt.current = undefined
      return false
    },
    place: 'endpoint',
  })
  return (
    <form className={css.code} {...form.props}>
      <TextField
        label="Pessoas sem ingresso"
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        {...form.field('quantity')}
        onChange={(quantity) => {
          // A changed number of people is another entry.
          attempt.current = undefined
          form.setValue('quantity', quantity)
        }}
      />
      <Button type="submit" compact look="outline" pending={form.pending} disabled={!isConnected}>
        Deixar entrar
      </Button>
    </form>
  )
}

const admittedText = (quantity: string): string =>
  quantity === '1' ? '1 pessoa pode entrar' : `${quantity} pessoas podem entrar`

function NoShowRelease({ gate, onDone }: Omit<SupervisorToolsProps, 'isConnected'>) {
  const { pending, run } = useAction()
  const { session_id } = gate.deps.post.session
  const release = () =>
    run((send) => send(releaseNoShowsCall, { body: { session_id } }), {
      success: ({ data: { released, free } }) => `Lugares liberados: ${released}. Livres agora: ${free}.`,
      onSuccess: onDone,
    })
  return (
    <ConfirmButton question="Confirmar: liberar" pending={pending} onConfirm={release}>
      Liberar lugares de quem não chegou
    </ConfirmButton>
  )
}
