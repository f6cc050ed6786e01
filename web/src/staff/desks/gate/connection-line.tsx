import { Icon } from '../../../kit/icon/icon.tsx'
import { clubClock } from '../../../parts/club-moment.ts'
import type { GateState } from './gate.ts'
import css from './gate.module.css'

/** Whether the server answers, from when the list is, and what waits to be sent. */
export function ConnectionLine({ state }: { state: Pick<GateState, 'isConnected' | 'list' | 'queue'> }) {
  const { isConnected, list, queue } = state
  const waiting =
    queue.length === 0
      ? ''
      : queue.length === 1
        ? ` · ${whole('1 leitura na fila')}`
        : ` · ${whole(`${queue.length} leituras na fila`)}`
  const listed = whole(list ? `lista de ${clubClock(list.as_of)}` : 'sem lista neste aparelho')
  return (
    <p className={css.connection} data-off={isConnected ? undefined : ''} role="status">
      <Icon name={isConnected ? 'success' : 'warning'} size={20} />
      <span>
        {isConnected ? 'Conectado' : <strong>Sem conexão</strong>} · {listed}
        {waiting}
      </span>
    </p>
  )
}

/** Words that stay on one line. */
const whole = (words: string): string => words.replaceAll(' ', '\u00a0')
