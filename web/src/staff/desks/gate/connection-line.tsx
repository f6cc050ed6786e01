import { Icon } from '../../../kit/icon/icon.tsx'
import { clubClock } from '../../../parts/club-moment.ts'
import type { GateState } from './gate.ts'
import css from './connection-line.module.css'

type ConnectionLineProps = {
  state: Pick<GateState, 'isConnected' | 'isFailing' | 'list' | 'queue' | 'retries'>
}

/** Whether the server answers, from when the list is, and what waits to be sent. */
export function ConnectionLine({ state }: ConnectionLineProps) {
  const { isConnected, list, queue } = state
  const isFailing = isConnected && (state.isFailing || state.retries.size > 0)
  const waiting =
    queue.length === 0
      ? ''
      : queue.length === 1
        ? ` · ${whole('1 leitura na fila')}`
        : ` · ${whole(`${queue.length} leituras na fila`)}`
  const listed = whole(list ? `lista de ${clubClock(list.as_of)}` : 'sem lista neste aparelho')
  const isWell = isConnected && !isFailing
  return (
    <p className={css.connection} data-off={isWell ? undefined : ''} role="status">
      <Icon name={isWell ? 'success' : 'warning'} size={20} />
      <span>
        {isWell ? 'Conectado' : <strong>{isConnected ? failingWords : 'Sem conexão'}</strong>} · {listed}
        {waiting}
      </span>
    </p>
  )
}

/** The network is there; the server is not well. Nothing is lost. */
const failingWords = 'O servidor não respondeu; tentaremos de novo'

/** Words that stay on one line. */
const whole = (words: string): string => words.replaceAll(' ', '\u00a0')
