import { Icon } from '../../../kit/icon/icon.tsx'
import { formatTime } from '../../../parts/club-time.ts'
import css from './gate.module.css'
import type { GateState } from './gate.ts'
import { soldIn, type OfflineList } from './offline-list.ts'

type GateNumbersProps = {
  gate: string
  counters: GateState['counters']
  list: OfflineList | null
  /** Local scans that the server's numbers do not include yet, and why. */
  uncounted: 'nothing' | 'offline' | 'queued'
}

const zeroCounts = { admitted: 0, refused: 0, overridden: 0, at_the_door: 0, double_entries: 0 }
type Counts = Omit<GateState['counters'][number], 'gate'>

/** All people who entered, with or without a ticket. */
const countInside = ({ admitted, overridden, at_the_door, double_entries = 0 }: Counts): number =>
  admitted + overridden + at_the_door + double_entries

/** Numbers of this gate and of all gates. */
export function GateNumbers({ gate, counters, list, uncounted }: GateNumbersProps) {
  const own = counters.find((each) => each.gate === gate) ?? { gate, ...zeroCounts }
  const all = counters.reduce((sum, each) => sum + countInside(each), 0)
  // After a reload without a connection the numbers are unknown.
  const isUnknown = uncounted === 'offline' && counters.length === 0
  const others = counters.filter((each) => each.gate !== gate)
  return (
    <section className="panel figures" aria-label="Números">
      <dl className={css.own}>
        <Figure title="Entradas aqui" value={isUnknown ? '–' : countInside(own)} />
        <Figure title="Recusas aqui" value={isUnknown ? '–' : own.refused} />
        <Figure
          title="Na sessão"
          value={isUnknown ? '–' : list ? `${all} de ${soldIn(list)}` : String(all)}
        />
      </dl>
      {uncounted !== 'nothing' && (
        <p className="soft">{isUnknown ? unknownText : uncountedTexts[uncounted]}</p>
      )}
      {others.length > 0 && (
        <ul className={`stack ${css.others}`} aria-label="Outras portarias">
          {others.map((each) => (
            <li key={each.gate} className="row spread">
              <span>{each.gate}</span>
              <span>
                {countOf(countInside(each), 'entrada')} · {countOf(each.refused, 'recusa')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const uncountedTexts = {
  offline: 'Números de antes da queda da conexão.',
  queued: 'Números ainda sem as leituras da fila.',
} as const

const unknownText = 'Os números aparecem quando a conexão voltar.'

/** '1 recusa', '2 recusas'. */
const countOf = (count: number, title: string): string => `${count} ${title}${count === 1 ? '' : 's'}`

function Figure({ title, value }: { title: string; value: number | string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  )
}

type ConnectionLineProps = {
  state: Pick<GateState, 'isConnected' | 'isFailing' | 'list' | 'queue' | 'retries'>
}

/** Connection status, age of the offline list, and number of scans waiting to be sent. */
export function ConnectionLine({ state }: ConnectionLineProps) {
  const { isConnected, list, queue } = state
  const isFailing = isConnected && (state.isFailing || state.retries.size > 0)
  const count = queue.length === 1 ? '1 leitura na fila' : `${queue.length} leituras na fila`
  const listText = withoutBreaks(list ? `lista de ${formatTime(list.as_of)}` : 'sem lista neste aparelho')
  const isHealthy = isConnected && !isFailing
  return (
    <p className={`soft small figures ${css.connection}`} data-off={isHealthy ? undefined : ''} role="status">
      <Icon name={isHealthy ? 'success' : 'warning'} size={20} />
      <span>
        {isHealthy ? 'Conectado' : <strong>{isConnected ? failingText : 'Sem conexão'}</strong>} · {listText}
        {queue.length > 0 && ` · ${withoutBreaks(count)}`}
      </span>
    </p>
  )
}

/** Online, but the server responds with errors. No scan is lost. */
const failingText = 'O clube não respondeu; tentaremos de novo'

/** Text without a line break. */
const withoutBreaks = (text: string): string => text.replaceAll(' ', '\u00a0')
