import type { CaptchaChallenge } from '@clube/contract/captcha/challenge.ts'
import { solveInWorkers } from '../../web/src/platform/captcha/solve-in-workers.ts'

declare global {
  interface Window {
    /** Solves a challenge with the product's code, in Web Workers. @returns the number and the duration in milliseconds */
    solve: (challenge: CaptchaChallenge) => Promise<{ number: number; ms: number }>
  }
}

window.solve = async (challenge) => {
  const start = performance.now()
  const number = await solveInWorkers(Promise.resolve(challenge), new AbortController().signal)
  return { number, ms: performance.now() - start }
}
