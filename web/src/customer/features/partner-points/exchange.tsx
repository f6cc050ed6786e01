import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import type { ReactNode } from 'react'
import css from './partner-points.module.css'

type ExchangeProps = {
  partner_name: string
  partner_points: number
  club_points: number
  /** Whether the exchange is offered or in processing, done, or did not happen. */
  stage?: 'offered' | 'done' | 'not-done'
  /** Below the amounts. */
  children?: ReactNode
}

const labels = {
  offered: ['Você entrega', 'Você recebe'],
  done: ['Você entregou', 'Você recebeu'],
  'not-done': ['Pontos do parceiro', 'Pontos do clube'],
} as const

/** Both amounts of an exchange, the partner's above the club's. */
export function Exchange({
  partner_name,
  partner_points,
  club_points,
  stage = 'offered',
  children,
}: ExchangeProps) {
  const [given, received] = labels[stage]
  return (
    <div className={`raised ${css.exchange}`} data-stage={stage}>
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
