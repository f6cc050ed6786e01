import type { CaptchaChallenge } from '@clube/contract/captcha/challenge.ts'
import { CallFailed } from '../api/failure.ts'
import type { SearchTask } from './search-share.ts'

/** The part of `Worker` that solving needs; tests use a fake. */
export interface CaptchaWorker {
  onmessage: ((event: MessageEvent<number | null>) => unknown) | null
  onerror: ((event: ErrorEvent) => unknown) | null
  postMessage: (task: SearchTask) => void
  terminate: () => void
}

export type SolveDeps = {
  readonly startWorker: () => CaptchaWorker
  /** Number of workers. */
  readonly workers: number
}

/** At least two, since one of two cores is often rendering; more than four take longer to start than to search. */
export const workerCount = (cores: number | undefined): number => Math.min(Math.max(cores ?? 2, 2), 4)

/**
 * Finds the number of a challenge in Web Workers and terminates them (spec §7). The workers load while the challenge is
 * being fetched.
 * @throws CallFailed `unverified` without a solution, `aborted` by the signal, or `network` when a worker could not be
 * loaded; or the failure of the challenge itself
 */
export const solveChallenge = (
  deps: SolveDeps,
  { challenge, signal }: { challenge: Promise<CaptchaChallenge>; signal: AbortSignal },
): Promise<number> => {
  const workers: CaptchaWorker[] = []
  let remaining = deps.workers
  let abort = () => {}

  const search = new Promise<number>((resolve, reject) => {
    abort = () => reject(new CallFailed({ kind: 'aborted' }))
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort)
    const fail = (cause: unknown) => reject(new CallFailed({ kind: 'network', during: 'captcha' }, { cause }))
    const start = () => {
      const worker = deps.startWorker()
      workers.push(worker)
      worker.onmessage = ({ data: number }) => {
        remaining -= 1
        if (number !== null) resolve(number)
        else if (remaining === 0) reject(new CallFailed({ kind: 'unverified', reason: 'no-solution' }))
      }
      worker.onerror = (event) => fail(event.message)
    }
    try {
      while (workers.length < deps.workers) start()
    } catch (error) {
      fail(error)
    }
    challenge.then(({ salt, challenge: digest, maxnumber }) => {
      for (const [share, worker] of workers.entries())
        worker.postMessage({ salt, challenge: digest, maxnumber, share, shares: workers.length })
    }, reject)
  })
  return search.finally(() => {
    signal.removeEventListener('abort', abort)
    for (const worker of workers) worker.terminate()
  })
}
