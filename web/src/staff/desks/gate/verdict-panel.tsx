import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../../kit/icon/icon.tsx'
import { Delayed } from '../../../kit/feedback/lazy-loader.tsx'
import { formatTime } from '../../../parts/club-time.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { focusElement } from '../../../platform/navigation/focus-heading.ts'
import { verdictOf, type DisplayedScan } from './verdict.ts'
import css from './verdict-panel.module.css'

const icons = { good: 'check', warn: 'warning', bad: 'close' } as const

/** Age in milliseconds at which a result is shown as old, so that it is not mistaken for the next person's. */
const freshMs = 8000

/** Longest title that fits on one line at the largest size: Liberado, Inválido. */
const shortTitleMaxLength = 9

const resultId = 'resultado'

/** Moves the focus to the result, for an action whose button is no longer on the page. */
export const focusResult = (): void => focusElement(document.getElementById(resultId))

type VerdictPanelProps = { shown: DisplayedScan | null; isScanning: boolean; isConnected: boolean }

/** The result, readable at arm's length: color, icon, title, and what to do. */
export function VerdictPanel({ shown, isScanning, isConnected }: VerdictPanelProps) {
  return (
    <section
      id={resultId}
      className={css.verdicts}
      aria-label="Resultado"
      aria-live="assertive"
      aria-atomic="true"
      tabIndex={-1}
    >
      {shown ? <Verdict key={shown.id} shown={shown} isConnected={isConnected} /> : <Idle />}
      {isScanning && (
        <Delayed>
          <p className={css.checking}>Conferindo…</p>
        </Delayed>
      )}
    </section>
  )
}

function Verdict({ shown, isConnected }: { shown: DisplayedScan; isConnected: boolean }) {
  const isFresh = useFreshness()
  const panel = useRef<HTMLDivElement>(null)
  // After typing the page is scrolled down, and the keyboard covers half of it.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const { tone, title, detail, next } = verdictOf(shown, serverNow())
  const { outcome } = shown
  const isByButton = outcome.kind === 'undone' || outcome.kind === 'overridden'
  useEffect(() => {
    if (isByButton) focusResult()
  }, [isByButton])
  const isByList = outcome.kind === 'by_list' || outcome.kind === 'undecided'
  const source = isByList && sourceOf(outcome, isConnected)
  return (
    <div
      ref={panel}
      className={css.verdict}
      data-tone={tone}
      data-fresh={isFresh ? '' : undefined}
      data-by-list={isByList ? '' : undefined}
    >
      <span className={css.icon}>
        <Icon name={icons[tone]} size={72} />
      </span>
      <p className={css.title} data-short={title.length <= shortTitleMaxLength ? '' : undefined}>
        {title}
      </p>
      {detail !== null && <p className={css.detail}>{detail}</p>}
      <p className={css.next}>{next}</p>
      <p className={css.read}>
        {source && <strong>{source} · </strong>}
        {isFresh ? 'Lido' : 'Última leitura'} às {formatTime(shown.scanned_at)}
      </p>
    </div>
  )
}

/** Why the server did not decide; a gate that is connected again must not appear offline. */
function sourceOf(outcome: ListOutcome, isConnected: boolean): string | null {
  if (outcome.isOnline) return 'Sem resposta'
  if (!isConnected) return 'Sem conexão'
  return outcome.kind === 'by_list' ? 'Pela lista deste aparelho' : null
}

type ListOutcome = Extract<DisplayedScan['outcome'], { isOnline: boolean }>

function Idle() {
  return (
    <div className={css.verdict}>
      <p className={css.title}>Pronto</p>
      <p className={css.next}>Aponte a câmera, use o leitor ou digite o código do ingresso.</p>
    </div>
  )
}

function useFreshness(): boolean {
  const [isFresh, setFresh] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setFresh(false), freshMs)
    return () => clearTimeout(timer)
  }, [])
  return isFresh
}
