import { setTimeout as wait } from 'node:timers/promises'
import type { SingletonJob } from '../db/singleton-jobs.ts'
import { createAuditProof } from '../modules/audit/index.ts'
import { implementedPromotions, type Promotions } from '../modules/campaigns/index.ts'
import { createCreditProof } from '../modules/credit/index.ts'
import {
  createServiceAttachmentsProof,
  createServiceTicketsProof,
} from '../modules/customer-service/index.ts'
import type { PhotoStorage } from '../modules/photos/index.ts'
import { createLedgerProof } from '../modules/points/index.ts'
import { createRatingsProof } from '../modules/ratings/index.ts'
import { needsAttention, reportProofs, runProof, type Proof } from '../modules/proofs/index.ts'
import type { Infrastructure } from './infrastructure.ts'

const minuteMs = 60_000
const secondMs = 1_000

/** All proofs of stored data. */
export const proofsOf = (
  deps: Pick<Infrastructure, 'db' | 'vault' | 'time_zone'> & { readonly photos: PhotoStorage },
  promotions: Promotions,
): readonly Proof[] => [
  createLedgerProof(deps),
  createAuditProof(deps),
  createCreditProof(deps),
  createRatingsProof(deps),
  createServiceTicketsProof(deps),
  createServiceAttachmentsProof(deps),
  ...implementedPromotions(promotions).flatMap((promotion) => promotion.proofs),
]

/** A job for each proof, and one that logs each failed or overdue proof once an hour. */
export const proofJobs = (
  { db, clock, log }: Pick<Infrastructure, 'db' | 'clock' | 'log'>,
  proofs: readonly Proof[],
): readonly SingletonJob[] => [
  ...proofs.map((proof) => ({
    name: `prove-${proof.name}`,
    // Short, so that an interrupted or requested pass begins soon; the proof decides when the next pass is due.
    everyMs: 20 * secondMs,
    run: (signal: AbortSignal) =>
      runProof(
        {
          db,
          clock,
          pace,
          onFinding: (name, finding) => log.error({ proof: name, ...finding }, 'a proof found a discrepancy'),
        },
        proof,
        signal,
      ),
  })),
  {
    name: 'report-failed-proofs',
    everyMs: 60 * minuteMs,
    run: async () => {
      for (const { name, result } of (await reportProofs(db, proofs, clock())).filter(needsAttention)) {
        if (result.kind === 'failed') log.error({ proof: name, found: result.found }, 'a proof fails')
        if (result.kind === 'overdue') log.error({ proof: name, since: result.since }, 'not proved since')
      }
    },
  },
]

/** Pauses after each step for as long as it took, so that a pass uses at most half of one connection. */
const pace = async <Result>(step: () => Promise<Result>): Promise<Result> => {
  const started = performance.now()
  const result = await step()
  await wait(Math.min(performance.now() - started, 1_000))
  return result
}
