import type { CaptchaChallenge, CaptchaProof } from '@clube/contract/captcha/challenge.ts'
import { proofBudget, proofReuseSeconds } from '@clube/contract/captcha/limits.ts'
import { CallFailed } from '../api/failure.ts'
import { loadInTime } from '../navigation/lazy-page.tsx'

type Solve = (challenge: Promise<CaptchaChallenge>, signal: AbortSignal) => Promise<number>

export type ProofSourceDeps = {
  /** Fetches a challenge; its exceptions reach the waiting callers. */
  readonly fetchChallenge: (signal: AbortSignal) => Promise<CaptchaChallenge>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Finds the number; by default in Web Workers, whose code loads in parallel with the challenge. */
  readonly solve?: Solve
}

export type ProofSource = {
  /**
   * A proof for one call, solved now or up to 20 s ago (spec §4, §9). Concurrent callers share one solve,
   * which continues until the last of them has aborted.
   * @param weight how much of the proof's budget the call uses; a proof that has too little left is not reused
   * @throws CallFailed, or what `fetchChallenge` threw
   */
  readonly getProof: (signal?: AbortSignal, weight?: number) => Promise<CaptchaProof>
  /** Starts solving before the first call, e.g. when the document field is focused. Fails silently. */
  readonly warmUp: () => void
  /** Discards the proof: the server rejected it. */
  readonly discard: () => void
}

type Solved = { readonly proof: CaptchaProof & { solved_at: number }; spent: number }
type Solving = { readonly promise: Promise<Solved>; readonly controller: AbortController; waiting: number }

const solveLazily: Solve = async (challenge, signal) => {
  const solver = await loadInTime(import('./solve-in-workers.ts')).catch((cause: unknown) => {
    throw new CallFailed({ kind: 'network', during: 'captcha' }, { cause })
  })
  return solver.solveInWorkers(challenge, signal)
}

/** The page's source of proofs; its state is the cached proof and the solve in flight. */
export const createProofSource = (deps: ProofSourceDeps): ProofSource => {
  const { fetchChallenge, now, solve = solveLazily } = deps
  let solved: Solved | null = null
  let solving: Solving | null = null

  const isUsable = ({ proof, spent }: Solved, weight: number) =>
    now() < proof.solved_at + proofReuseSeconds * 1000 && spent + weight <= proofBudget

  const obtain = async (signal: AbortSignal): Promise<Solved> => {
    const fetched = fetchChallenge(signal)
    const solution = solve(fetched, signal)
    // The failure of the challenge is reported even if the solver fails first, because it is more specific.
    solution.catch(() => {})
    const { algorithm, challenge, salt, signature } = await fetched
    const number = await solution
    return { proof: { algorithm, challenge, salt, number, signature, solved_at: now() }, spent: 0 }
  }

  const start = (): Solving => {
    const controller = new AbortController()
    const current: Solving = { promise: obtain(controller.signal), controller, waiting: 0 }
    current.promise
      .then((result) => {
        if (solving === current) solved = result
      })
      // The waiting callers get the failure; a warm-up has no callers.
      .catch(() => {})
      .finally(() => {
        if (solving === current) solving = null
      })
    return current
  }

  const shared = (): Solving => (solving ??= start())

  const stopWaiting = (current: Solving) => {
    current.waiting -= 1
    if (current.waiting > 0) return
    if (solving === current) solving = null
    current.controller.abort()
  }

  const wait = async (signal?: AbortSignal): Promise<Solved> => {
    const current = shared()
    current.waiting += 1
    try {
      return await rejectOnAbort(current.promise, signal)
    } catch (error) {
      if (signal?.aborted) stopWaiting(current)
      throw error
    }
  }

  const getProof: ProofSource['getProof'] = async (signal, weight = 1) => {
    if (signal?.aborted) throw new CallFailed({ kind: 'aborted' })
    const current = solved && isUsable(solved, weight) ? solved : await wait(signal)
    // Another caller of the same solve may have spent its budget.
    if (current.spent > 0 && !isUsable(current, weight)) return getProof(signal, weight)
    current.spent += weight
    return current.proof
  }

  return {
    getProof,
    warmUp: () => {
      if (!solved || !isUsable(solved, 1)) shared().waiting += 1
    },
    discard: () => {
      solved = null
    },
  }
}

const rejectOnAbort = <T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> => {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(new CallFailed({ kind: 'aborted' }))
    signal.addEventListener('abort', abort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
