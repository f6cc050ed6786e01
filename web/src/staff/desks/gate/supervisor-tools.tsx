import { doorEntryCall, releaseNoShowsCall } from '@clube/contract/event-tickets/gate-calls.ts'
import { useRef, useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { clubClock } from '../../../parts/club-moment.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { attemptAt } from './scan-at-gate.ts'
import type { Gate } from './gate.ts'
import { LastScans } from './last-scans.tsx'
import codeCss from './code-form.module.css'
import css from './supervisor-tools.module.css'

type SupervisorToolsProps = { gate: Gate; isConnected: boolean; onDone: () => void }

/** What only supervisors do at a gate. Places are scarce, so both want the server's word. */
export function SupervisorTools({ gate, isConnected, onDone }: SupervisorToolsProps) {
  const { session_id, no_show_from } = gate.deps.post.session
  return (
    <section className={css.tools} aria-label="Supervisão">
      <h2>Supervisão</h2>
      {!isConnected && <p className={css.soft}>Lugares só são liberados com conexão.</p>}
      <DoorEntry gate={gate} isConnected={isConnected} onDone={onDone} />
      {no_show_from !== null && isConnected && (
        <div className={css.release}>
          <NoShowRelease gate={gate} onDone={onDone} />
          <p className={css.soft}>Quem não chegou até {clubClock(no_show_from)} perde o lugar.</p>
        </div>
      )}
      <LastScans session_id={session_id} />
    </section>
  )
}

function DoorEntry({ gate, isConnected, onDone }: SupervisorToolsProps) {
  // The same entry is sent with the same id until it is answered: a lost answer must not take places twice.
  const attempt = useRef<ReturnType<typeof attemptAt>>(undefined)
  const form = useForm({
    initial: { quantity: '1' },
    rules: { quantity: (text) => (/^[1-9]\d*$/.test(text) ? undefined : 'Informe um número maior que zero') },
    onSubmit: async ({ quantity }): Promise<void> => {
      attempt.current ??= attemptAt(gate)
      const body = { ...attempt.current, quantity: Number(quantity) }
      const sent = await gate.deps.send(doorEntryCall, { body })
      if (sent.ok || sent.failure.kind === 'refused' || sent.failure.kind === 'invalid')
        attempt.current = undefined
      if (!sent.ok) return showFailure(sent.failure, { form, place: 'endpoint' })
      const people = quantity === '1' ? '1 pessoa pode entrar' : `${quantity} pessoas podem entrar`
      showToast({ message: `${people}. Lugares livres: ${sent.data.free}.`, type: 'success' })
      form.reset()
      onDone()
    },
  })
  return (
    <form className={codeCss.code} {...form.props}>
      <TextField
        label="Pessoas sem ingresso"
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        {...form.field('quantity')}
        onChange={(quantity) => {
          // Other people are another entry.
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

function NoShowRelease({ gate, onDone }: Omit<SupervisorToolsProps, 'isConnected'>) {
  const [pending, setPending] = useState(false)
  const release = async () => {
    setPending(true)
    const { session_id } = gate.deps.post.session
    const sent = await gate.deps.send(releaseNoShowsCall, { body: { session_id } })
    setPending(false)
    if (!sent.ok) return showFailure(sent.failure, { place: 'endpoint' })
    const { released, free } = sent.data
    showToast({ message: `Lugares liberados: ${released}. Livres agora: ${free}.`, type: 'success' })
    onDone()
  }
  return (
    <ConfirmButton question="Confirmar: liberar" pending={pending} onConfirm={() => void release()}>
      Liberar lugares de quem não chegou
    </ConfirmButton>
  )
}
