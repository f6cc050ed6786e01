import { shownFindings, type ProofView } from '@clube/contract/staff/proof-calls.ts'
import type { Db } from '../../db/database.ts'
import { listFindings, readProofStates } from './proof-store.ts'
import { overdueSince, type Proof } from './proof.ts'

/** The result of every proof, as auditors see it. */
export const reportProofs = async (db: Db, proofs: readonly Proof[], now: Date): Promise<ProofView[]> => {
  const names = proofs.map(({ name }) => name)
  const states = new Map((await readProofStates(db, names)).map((state) => [state.name, state]))
  const findings = Map.groupBy(await listFindings(db, shownFindings), ({ proof }) => proof)
  return proofs.map(({ name, title, checks }) => {
    const state = states.get(name)
    const found = findings.get(name) ?? []
    const since = state === undefined ? null : overdueSince(state, now)
    const result = ((): ProofView['result'] => {
      if (found[0] !== undefined)
        return {
          at: 'failed',
          found: found[0].total,
          findings: found.map(({ check, found_at, subject, expected, found: actual }) => ({
            problem: checks[check] ?? check,
            subject,
            expected,
            found: actual,
            found_at: found_at.toISOString(),
          })),
        }
      if (since !== null) return { at: 'overdue', since: since.toISOString() }
      return state?.proved_at ? { at: 'proved', proved_at: state.proved_at.toISOString() } : { at: 'pending' }
    })()
    return { name, title, result, full_proved_at: state?.full_proved_at?.toISOString() ?? null }
  })
}

/** Whether the operator must act. */
export const isAlarming = ({ result }: ProofView): boolean =>
  result.at === 'failed' || result.at === 'overdue'
