import { Icon } from '../../../kit/icon/icon.tsx'
import { clubClock } from '../../../parts/club-time.ts'
import type { GateState } from './gate.ts'
import css from './gate.module.css'

type ConnectionLineProps = {
  state: Pick<GateState, 'isConnected' | 'isFailing' | 'list' | 'queue' | 'retries'>
}

/** Connection status, age of the offline list, and number of scans waiting to be sent. */
export function ConnectionLine({ state }: ConnectionLineProps) {
  const { isConnected, list, queue } = state
  const isFailing = isConnected && (state.isFailing || state.retries.size > 0)
  const count = queue.length === 1 ? '1 leitura na fila' : `${queue.length} leituras na fila`
  const listed = whole(list ? `lista de ${clubClock(list.as_of)}` : 'sem lista neste aparelho')
  const isWell = isConnected && !isFailing
  return (
    <p className={`soft small figures ${css.connection}`} data-off={isWell ? undefined : ''} role="status">
      <Icon name={isWell ? 'success' : 'warning'} size={20} />
      <span>
        {isWell ? 'Conectado' : <strong>{isConnected ? failingText : 'Sem conexão'}</strong>} · {listed}
        {queue.length > 0 && ` · ${whole(count)}`}
      </span>
    </p>
  )
}

/** Online, but the server answers with errors. Nothing is lost. */
const failingText = 'O servidor não respondeu; tentaremos de novo'

/** Text without a line break. */
const whole = (text: string): string => text.replaceAll(' ', '\u00a0')
