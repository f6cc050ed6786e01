import { inTransaction, type Db } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import {
  readProofStates,
  registerProofs,
  saveFindings,
  savePassEnd,
  savePassStart,
  savePosition,
} from './proof-store.ts'
import { duePass, type Finding, type Pass, type Proof, type ProofStep } from './proof.ts'

export type ProofRunDeps = {
  readonly db: Db
  readonly clock: Clock
  /** Runs a step and pauses afterwards, so that a pass leaves capacity for requests. */
  readonly pace: <Result>(step: () => Promise<Result>) => Promise<Result>
  /** Called once for each finding. */
  readonly onFinding: (proof: string, finding: Finding) => void
}

/**
 * Continues the proof's pass, or begins the one that is due, and runs it until it ends; the position is stored after
 * every step, so that any process can continue an interrupted pass. Must not run concurrently.
 */
export const runProof = async (deps: ProofRunDeps, proof: Proof, signal: AbortSignal): Promise<void> => {
  const { db, clock } = deps
  await registerProofs(db, [proof.name], clock())
  const [state] = await readProofStates(db, [proof.name])
  if (!state) throw new Error(`The proof ${proof.name} is not registered`)
  const kind = state.pass?.kind ?? duePass(state, clock())
  if (kind === null) return
  if (state.pass === null) await savePassStart(db, proof.name, kind, clock())
  const pass = { kind, mark: state.mark, position: state.pass?.position ?? null }
  for (;;) {
    signal.throwIfAborted()
    const step = await deps.pace(() => runStep(deps, proof, pass))
    if (step.next.kind === 'end') return
    pass.position = step.next.position
  }
}

const runStep = async (deps: ProofRunDeps, proof: Proof, pass: Omit<Pass, 'now'>): Promise<ProofStep> => {
  const now = deps.clock()
  const step = await proof.step({ ...pass, now })
  const { next, findings } = step
  const from = pass.position
  const newFindings = await inTransaction(deps.db, async (tx) => {
    const added = await saveFindings(tx, proof.name, findings, now)
    const isSaved =
      next.kind === 'more'
        ? await savePosition(tx, proof.name, { from, to: next.position })
        : await savePassEnd(tx, proof.name, { from, mark: next.mark, now })
    if (!isSaved) throw new Error(`The pass of ${proof.name} was continued elsewhere`)
    return added
  })
  for (const finding of newFindings) deps.onFinding(proof.name, finding)
  return step
}

/** The findings of a full pass, without storing anything. */
export const proveNow = async (proof: Proof, now: Date): Promise<Finding[]> => {
  const findings: Finding[] = []
  let position: string | null = null
  for (;;) {
    const step: ProofStep = await proof.step({ kind: 'full', mark: null, position, now })
    findings.push(...step.findings)
    if (step.next.kind === 'end') return findings
    position = step.next.position
  }
}
