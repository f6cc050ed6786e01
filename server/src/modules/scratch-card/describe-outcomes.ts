import type { AwardState } from '@clube/contract/scratch-card/calls.ts'
import { awardStateTitles } from '@clube/contract/scratch-card/calls.ts'
import type { Db } from '../../db/database.ts'
import type { ParticipationOutcome, Transaction } from '../campaigns/index.ts'
import type { ScratchCardDeps } from './deps.ts'
import { listDrawsOf } from './draw-store.ts'
import { drawnAwardState, settingsOfDraws, wonPrizeOf } from './view-draws.ts'

const statusOf = {
  pending: 'completed',
  delivered: 'completed',
  expired: 'expired',
  cancelled: 'cancelled',
} as const satisfies Record<AwardState, ParticipationOutcome['status']>

/** The cards of participations, as their customers see them in *Minhas participações*. */
export const describeOutcomes = async (
  { clock }: Pick<ScratchCardDeps, 'clock'>,
  db: Db,
  transactions: readonly Pick<Transaction, 'id'>[],
): Promise<ReadonlyMap<string, ParticipationOutcome>> => {
  const draws = await listDrawsOf(
    db,
    transactions.map(({ id }) => id),
  )
  const settingsOf = await settingsOfDraws(db, draws)
  return new Map(
    draws.map((draw): [string, ParticipationOutcome] => {
      const prize = wonPrizeOf(settingsOf(draw), draw)
      const title = prize?.title ?? 'Raspadinha sem prêmio'
      const subject = { title, starts_at: null }
      const state = drawnAwardState(draw, clock())
      if (state === null) return [draw.transaction_id, { status: 'completed', subject, note: null }]
      return [draw.transaction_id, { status: statusOf[state], subject, note: `${awardStateTitles[state]}.` }]
    }),
  )
}
