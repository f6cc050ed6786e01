import {
  documentsPerProof,
  proofBudget,
  proofGraceSeconds,
  proofReuseSeconds,
} from '@clube/contract/captcha/limits.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

type CaptchaProofTable = {
  challenge: Buffer
  flow: string
  first_accepted_at: Date
  spent: number
  documents: Buffer[]
  expires_at: Date
}

declare module '../../db/tables.ts' {
  interface Tables {
    captcha_proof: CaptchaProofTable
  }
}

/** Validity of a proof after its first acceptance, in milliseconds. */
const windowMs = (proofReuseSeconds + proofGraceSeconds) * 1000

export type ProofUse = {
  /** The proof's challenge, 64 hex digits. */
  readonly challenge: string
  readonly flow: string
  readonly weight: number
  /** Fingerprint of the call's document, if any. */
  readonly document: Buffer | null
  /** Unix seconds after which the challenge is void. */
  readonly expires: number
  readonly now: Date
}

/**
 * Spends a verified proof in one statement: within 22 s of its first acceptance, up to a weight of 8,
 * for at most 2 different documents, in one flow. The first use opens the budget.
 * @returns whether the use was granted
 */
export const spendBudget = async (db: Db, use: ProofUse): Promise<boolean> => {
  const challenge = Buffer.from(use.challenge, 'hex')
  const documents = use.document ? [use.document] : []
  const windowStart = new Date(use.now.getTime() - windowMs)
  const granted = await sql`
    insert into captcha_proof as stored (challenge, flow, first_accepted_at, spent, documents, expires_at)
    select ${challenge}, ${use.flow}, ${use.now}, ${use.weight}, ${documents}::bytea[], ${new Date(use.expires * 1000)}
    where ${use.weight} <= ${proofBudget}
    on conflict (challenge) do update set
      spent = stored.spent + excluded.spent,
      documents = case when excluded.documents <@ stored.documents then stored.documents
        else stored.documents || excluded.documents end
    where stored.flow = excluded.flow
      and stored.first_accepted_at > ${windowStart}
      and stored.spent + excluded.spent <= ${proofBudget}
      and (excluded.documents <@ stored.documents or cardinality(stored.documents) < ${documentsPerProof})
    returning spent`.execute(db)
  return granted.rows.length > 0
}

/** Deletes proofs whose challenge can no longer be accepted. */
export const purgeProofs = async (db: Db, now: Date): Promise<void> => {
  // A process whose clock is slightly behind may still accept a challenge that has expired here.
  const before = new Date(now.getTime() - 60_000)
  await db.deleteFrom('captcha_proof').where('expires_at', '<', before).execute()
}
