import type { CaptchaChallenge } from '@clube/contract/captcha/challenge.ts'
import { trustedScriptUrl } from '../trusted-script.ts'
import workerUrl from './captcha-worker.ts?worker&url'
import { solveChallenge, workerCount } from './solve-challenge.ts'

const startWorker = (): Worker =>
  new Worker(trustedScriptUrl('clube-worker', workerUrl), {
    // Built workers are classic scripts, for older phones; in development they are modules.
    type: import.meta.env.DEV ? 'module' : 'classic',
    name: 'captcha',
  })

/** The browser's solver, loaded for the first proof. Errors as in `solveChallenge`. */
export const solveInWorkers = (challenge: Promise<CaptchaChallenge>, signal: AbortSignal): Promise<number> =>
  solveChallenge({ startWorker, workers: workerCount(navigator.hardwareConcurrency) }, { challenge, signal })
