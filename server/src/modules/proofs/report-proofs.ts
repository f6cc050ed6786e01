import { shownFindings, type ProofView } from '@clube/contract/staff/proof-calls.ts'
import type { Db } from '../../db/database.ts'
import { listFindings, readProofStates } from './proof-store.ts'
import { overdueSince, type Proof, type ProofState } from './proof.ts'

/** The result of every proof, as shown to auditors. */
export const reportProofs = async (db: Db, proofs: readonly Proof[], now: Date): Promise<ProofView[]> => {
  const names = proofs.map(({ name }) => name)
  const states = new Map((await readProofStates(db, names)).map((state) => [state.name, state]))
  const findings = Map.groupBy(await listFindings(db, shownFindings), ({ proof }) => proof)
  return proofs.map(({ name, title, checks, describe }) => {
    const state = states.get(name)
    const listed = findings.get(name) ?? []
    const since = state === undefined ? null : overdueSince(state, now)
    const result = ((): ProofView['result'] => {
      if (listed[0] !== undefined)
        return {
          kind: 'failed',
          found: listed[0].total,
          findings: listed.map(({ check, found_at, subject, expected, found: actual }) => ({
            problem: checks[check] ?? check,
            subject,
            expected,
            found: actual,
            found_at: found_at.toISOString(),
          })),
        }
      if (since !== null) return { kind: 'overdue', since: since.toISOString() }
      return state?.proved_at
        ? { kind: 'proved', proved_at: state.proved_at.toISOString() }
        : { kind: 'pending' }
    })()
    const describeProgress = (position: string | null) =>
      position === null ? null : (describe?.(position) ?? null)
    return {
      name,
      title,
      result,
      full_pass: fullPassOf(state, describeProgress),
      proved: result.kind === 'proved' ? describeProgress(state?.mark ?? null) : null,
      full_proved_at: state?.full_proved_at?.toISOString() ?? null,
    }
  })
}

const fullPassOf = (
  state: ProofState | undefined,
  describeProgress: (position: string | null) => string | null,
): ProofView['full_pass'] => {
  if (state?.pass?.kind === 'full') {
    const { started_at, position } = state.pass
    return { kind: 'running', started_at: started_at.toISOString(), progress: describeProgress(position) }
  }
  if (!state?.requested_at) return null
  return { kind: 'requested', requested_at: state.requested_at.toISOString() }
}

/** Whether the operator must act. */
export const needsAttention = ({ result }: ProofView): boolean =>
  result.kind === 'failed' || result.kind === 'overdue'
