import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import type { ReactNode } from 'react'
import css from './partner-points.module.css'

type ExchangeProps = {
  partner_name: string
  partner_points: number
  club_points: number
  /** What the exchange is: before it, done, or not done. */
  tense?: 'future' | 'past' | 'none'
  /** Below the amounts. */
  children?: ReactNode
}

const verbs = {
  future: ['Você entrega', 'Você recebe'],
  past: ['Você entregou', 'Você recebeu'],
  none: ['Pontos do parceiro', 'Pontos do clube'],
} as const

/** Both amounts of an exchange, the partner's above the club's. */
export function Exchange({
  partner_name,
  partner_points,
  club_points,
  tense = 'future',
  children,
}: ExchangeProps) {
  const [given, received] = verbs[tense]
  return (
    <div className={`raised ${css.exchange}`} data-tense={tense}>
      <dl>
        <div>
          <dt>{given}</dt>
          <dd className="figures">
            <strong>{formatPoints(partner_points)}</strong> do {partner_name}
          </dd>
        </div>
        <div data-received="">
          <dt>{received}</dt>
          <dd className="figures">
            <strong>{formatPoints(club_points)}</strong> do clube
          </dd>
        </div>
      </dl>
      {children}
    </div>
  )
}
