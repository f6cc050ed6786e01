import { useRef } from 'react'
import { doorEntryCall, releaseNoShowsCall } from '@clube/contract/event-tickets/gate-calls.ts'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { formatTime } from '../../../parts/club-time.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { ConfirmButton, SubmitButton } from '../../parts/buttons.tsx'
import scannerCss from '../../parts/scanner/scanner.module.css'
import css from './gate.module.css'
import type { Gate } from './gate.ts'
import { attemptAt } from './scan-at-gate.ts'
import { LastScans } from './scan-lists.tsx'

type SupervisorToolsProps = { gate: Gate; isConnected: boolean; onDone: () => void }

/** Actions of supervisors at a gate. Places are scarce, so taking or releasing them requires a response from the server. */
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
          <p className="soft small">Quem não chegou até {formatTime(no_show_from)} perde o lugar.</p>
        </div>
      )}
      <LastScans session_id={session_id} />
    </section>
  )
}

function DoorEntry({ gate, isConnected, onDone }: SupervisorToolsProps) {
  // A retry sends the same id, so that a lost response does not take places twice.
  const attempt = useRef<ReturnType<typeof attemptAt>>(undefined)
  const { pending, run } = useAction()
  const question = useDialog()
  const form = useForm({
    initial: { quantity: '1' },
    rules: { quantity: (text) => (/^[1-9]\d*$/.test(text) ? undefined : 'Informe um número maior que zero') },
    onSubmit: question.open,
  })
  const { quantity } = form.values
  const admit = async () => {
    const body = { ...(attempt.current ??= attemptAt(gate)), quantity: Number(quantity) }
    await run((send) => send(doorEntryCall, { body }), {
      success: ({ data }) => `${admittedText(quantity)}. Lugares livres: ${data.free}.`,
      onSuccess: () => {
        attempt.current = undefined
        form.reset()
        onDone()
      },
      onFailure: ({ kind }) => {
        if (kind === 'refused' || kind === 'invalid') attempt.current = undefined
        return false
      },
    })
    question.close()
  }
  return (
    <form className={scannerCss.code} {...form.props}>
      <TextField
        label="Pessoas sem ingresso"
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        {...form.field('quantity')}
        onChange={(quantity) => {
          // A different number of people is a new entry.
          attempt.current = undefined
          form.setValue('quantity', quantity)
        }}
      />
      <SubmitButton form={form} variant="outline" disabled={!isConnected}>
        Deixar entrar
      </SubmitButton>
      <ConfirmDialog
        {...question.props}
        title={quantity === '1' ? 'Deixar entrar 1 pessoa?' : `Deixar entrar ${quantity} pessoas?`}
        confirm="Confirmar: deixar entrar"
        variant="primary"
        pending={pending}
        onConfirm={admit}
      >
        <p>
          {quantity === '1' ? 'Ela ocupa um lugar livre' : 'Elas ocupam lugares livres'}, e isto não se
          desfaz.
        </p>
      </ConfirmDialog>
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
    <ConfirmButton
      question="Confirmar: liberar"
      consequence={<p>Quem ainda não chegou perde o lugar, e os lugares vão para quem está na porta.</p>}
      pending={pending}
      onConfirm={release}
    >
      Liberar lugares de quem não chegou
    </ConfirmButton>
  )
}
