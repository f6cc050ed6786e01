import type { CaptchaChallenge } from '@clube/contract/captcha/challenge.ts'
import { solveChallenge, workerCount } from './solve-challenge.ts'
import { startCaptchaWorker } from './trusted-worker.ts'

/** The browser's solver, loaded for the first proof. Errors as in `solveChallenge`. */
export const solveInWorkers = (challenge: Promise<CaptchaChallenge>, signal: AbortSignal): Promise<number> =>
  solveChallenge(
    { startWorker: startCaptchaWorker, workers: workerCount(navigator.hardwareConcurrency) },
    { challenge, signal },
  )
