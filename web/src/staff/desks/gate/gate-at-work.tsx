import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { clubMoment } from '../../../parts/club-time.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import { useMay } from '../../parts/staff-session.ts'
import { CodeForm } from './code-form.tsx'
import { ConnectionLine } from './connection-line.tsx'
import { ConflictList } from './conflict-list.tsx'
import { GateCamera } from './gate-camera.tsx'
import { GateNumbers } from './gate-numbers.tsx'
import type { Post } from './gate-post.ts'
import { OverrideButton } from './override-button.tsx'
import { giveSignal, rememberedSignals, rememberSignals, type Signals } from './signals.ts'
import { SignalSwitches } from './signal-switches.tsx'
import { SupervisorTools } from './supervisor-tools.tsx'
import { useGate } from './use-gate.ts'
import { useUsbScanner } from './use-usb-scanner.ts'
import { useWakeLock } from './use-wake-lock.ts'
import { mayBeOverridden, verdictOf, type Shown } from './verdict.ts'
import { VerdictPanel } from './verdict-panel.tsx'
import css from './gate.module.css'

/** The scanning page of one gate. */
export function GateAtWork({ post, onLeave }: { post: Post; onLeave: () => void }) {
  const { gate, state, scan, override, poll } = useGate(post)
  const [signals, setSignals] = useState(rememberedSignals)
  const page = useRef<HTMLElement>(null)
  const maySupervise = useMay('gate.supervise')
  const { session } = post
  useTitle(`Portaria · ${post.gate}`)
  useWakeLock()
  useUsbScanner(scan)
  useSignal(state.shown, signals)
  useEffect(() => {
    // On phones the navigation above takes the room that a result needs, so it is scrolled out of view.
    page.current?.scrollIntoView()
  }, [])
  const isSent = state.queue.length === 0

  return (
    <main ref={page} className={css.page}>
      <header className={css.head}>
        <div>
          <h1>{post.gate}</h1>
          <p className="soft small">
            {session.title}, {clubMoment(session.starts_at)}
          </p>
        </div>
        <Button compact look="outline" onClick={onLeave}>
          Trocar
        </Button>
      </header>
      <div className={css.result}>
        <ConnectionLine state={state} />
        <VerdictPanel shown={state.shown} isScanning={state.isScanning} />
        {maySupervise && state.shown && mayBeOverridden(state.shown) && (
          <OverrideButton shown={state.shown} onOverride={override} />
        )}
        <ConflictList gate={gate} conflicts={state.conflicts} />
        {state.isOver && (
          <Notice tone="warn">
            O horário desta sessão terminou e a lista saiu deste aparelho. Com conexão ainda é possível
            conferir.
          </Notice>
        )}
      </div>
      <div className={css.reading}>
        <GateCamera onCode={scan} />
        <CodeForm onCode={scan} />
      </div>
      <div className={css.below}>
        <GateNumbers
          gate={post.gate}
          counters={state.counters}
          list={state.list}
          uncounted={state.isConnected ? (isSent ? 'nothing' : 'queued') : 'offline'}
        />
        {maySupervise && <SupervisorTools gate={gate} isConnected={state.isConnected} onDone={poll} />}
        <SignalSwitches
          signals={signals}
          onChange={(next) => {
            rememberSignals(next)
            setSignals(next)
          }}
        />
      </div>
    </main>
  )
}

/** Vibrates and plays a sound once per new attempt. */
function useSignal(shown: Shown | null, signals: Signals) {
  const id = shown?.id
  const signal = useEffectEvent(() => {
    if (shown) giveSignal(verdictOf(shown, serverNow()).tone, signals)
  })
  useEffect(() => {
    if (id !== undefined) signal()
  }, [id])
}
