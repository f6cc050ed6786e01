import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Checkbox } from '../../../kit/field/checkbox.tsx'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { formatShortDateTime } from '../../../parts/club-time.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { useHasPermission } from '../../parts/staff-session.ts'
import { CodeForm, ScannerCamera } from '../../parts/scanner/code-input.tsx'
import type { Post } from './gate-post.ts'
import { ConnectionLine, GateNumbers } from './gate-status.tsx'
import css from './gate.module.css'
import type { Gate } from './gate.ts'
import type { Conflict } from './scan-queue.ts'
import { useUsbScanner } from '../../parts/scanner/scanner-input.ts'
import { playSignal, savedSignals, saveSignals, type Signals } from './signals.ts'
import { DoubleEntries } from './scan-lists.tsx'
import { SupervisorTools } from './supervisor-tools.tsx'
import { admissionOf } from './undo-at-gate.ts'
import { OwnAdmissions, UndoButton } from './undo-button.tsx'
import { useGate, useWakeLock } from './use-gate.ts'
import { focusResult, VerdictPanel } from './verdict-panel.tsx'
import { canBeOverridden, verdictOf, type DisplayedScan } from './verdict.ts'

const signalTitles = { sound: 'Som', vibration: 'Vibração' } as const

/** The scanning page of one gate. */
export function GateScanPage({ post, onLeave }: { post: Post; onLeave: () => void }) {
  const { gate, state, scan, override, poll } = useGate(post)
  const [signals, setSignals] = useState(savedSignals)
  const page = useRef<HTMLElement>(null)
  const canSupervise = useHasPermission('gate.supervise')
  const { session } = post
  useTitle(`Portaria · ${post.gate}`)
  useWakeLock()
  useUsbScanner(scan)
  useSignal(state.shown, signals)
  useEffect(() => {
    // On phones the navigation above takes the space that a result needs, so it is scrolled out of view.
    page.current?.scrollIntoView()
  }, [])
  const admission = state.shown && admissionOf(state.shown, post.gate)
  const isSent = state.queue.length === 0
  const changeSignals = (next: Signals) => {
    saveSignals(next)
    setSignals(next)
  }

  return (
    <main ref={page} className={`stack ${css.page}`}>
      <header className={`row spread ${css.head}`}>
        <div>
          <h1>{post.gate}</h1>
          <p className="soft small">
            {session.title}, {formatShortDateTime(session.starts_at)}
          </p>
        </div>
        <OutlineButton onClick={onLeave}>Trocar</OutlineButton>
      </header>
      <div className={`stack ${css.column} ${css.result}`}>
        <ConnectionLine state={state} />
        <VerdictPanel shown={state.shown} isScanning={state.isScanning} isConnected={state.isConnected} />
        {/* A new result closes the dialog about the previous one. */}
        {canSupervise && state.shown && canBeOverridden(state.shown) && (
          <OverrideButton key={state.shown.id} shown={state.shown} onOverride={override} />
        )}
        <ConflictList gate={gate} conflicts={state.conflicts} />
        {canSupervise && <DoubleEntries session_id={session.session_id} counters={state.counters} />}
        {!state.list && state.listRefusal !== null && (
          <Notice>{state.listRefusal} Até lá a portaria só confere com conexão.</Notice>
        )}
        {state.hasEnded && (
          <Notice tone="warn">
            O horário desta sessão terminou e a lista saiu deste aparelho. Com conexão ainda é possível
            conferir.
          </Notice>
        )}
      </div>
      <div className={`stack ${css.column}`}>
        <ScannerCamera storageKey="portaria_camera" subject="ingresso" onCode={scan} />
        <CodeForm label="Código do ingresso" button="Validar" onCode={scan} />
        {admission && (
          <UndoButton
            key={admission.client_scan_id}
            gate={gate}
            admission={admission}
            label="Desfazer esta entrada"
            onDone={poll}
          />
        )}
      </div>
      <div className={`stack ${css.column}`}>
        <GateNumbers
          gate={post.gate}
          counters={state.counters}
          list={state.list}
          uncounted={state.isConnected ? (isSent ? 'nothing' : 'queued') : 'offline'}
        />
        <OwnAdmissions gate={gate} onDone={poll} />
        {canSupervise && <SupervisorTools gate={gate} isConnected={state.isConnected} onDone={poll} />}
        <fieldset className={`row ${css.switches}`}>
          <legend className="sr-only">Avisos deste aparelho</legend>
          {(['sound', 'vibration'] as const).map((name) => (
            <Checkbox
              key={name}
              name={name}
              checked={signals[name]}
              onChange={(isOn) => changeSignals({ ...signals, [name]: isOn })}
            >
              {signalTitles[name]}
            </Checkbox>
          ))}
        </fieldset>
      </div>
    </main>
  )
}

/** Vibrates and plays a sound once per new attempt. */
function useSignal(shown: DisplayedScan | null, signals: Signals) {
  const id = shown?.id
  const signal = useEffectEvent(() => {
    if (shown) playSignal(verdictOf(shown, serverNow()).tone, signals)
  })
  useEffect(() => {
    if (id !== undefined) signal()
  }, [id])
}

type OverrideButtonProps = {
  shown: DisplayedScan
  onOverride: (ticket_code: string, reason: string) => Promise<boolean>
}

/** Lets a supervisor admit a person whose ticket was refused, with a reason. */
function OverrideButton({ shown, onOverride }: OverrideButtonProps) {
  const dialog = useDialog()
  return (
    <>
      <Button variant="outline" onClick={dialog.open}>
        Liberar com motivo
      </Button>
      <ReasonDialog
        {...dialog.props}
        title="Liberar a entrada"
        label="Motivo"
        helper="Fica registrado com o seu nome."
        button="Liberar a entrada"
        onReason={async (reason: string) => {
          if (await onOverride(shown.ticket_code, reason)) dialog.close()
        }}
      />
    </>
  )
}

/** Scans for which the server's result differs from the offline decision; listed until acknowledged. */
function ConflictList({ gate, conflicts }: { gate: Gate; conflicts: readonly Conflict[] }) {
  if (conflicts.length === 0) return null
  const drop = (id: string) => {
    gate.change({ conflicts: gate.current().conflicts.filter(({ client_scan_id }) => client_scan_id !== id) })
    void gate.deps.store.deleteConflict(id)
    focusResult()
  }
  return (
    <section className={`stack ${css.section}`} aria-label="Leituras a conferir">
      <h2>Confira com a supervisão</h2>
      <ul className="stack">
        {conflicts.map(({ client_scan_id, message }) => (
          <li key={client_scan_id}>
            <Notice tone="warn">
              <p>{message}</p>
              <OutlineButton onClick={() => drop(client_scan_id)}>Ciente</OutlineButton>
            </Notice>
          </li>
        ))}
      </ul>
    </section>
  )
}
