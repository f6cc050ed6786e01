import workerUrl from './captcha-worker.ts?worker&url'

type WorkerPolicy = { createScriptURL: (url: string) => unknown }
type PolicyFactory = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => WorkerPolicy
}

// The page's content security policy lets only this policy name a worker, and the policy only this one address.
const onlyOurWorker = (url: string): string => {
  if (url !== workerUrl) throw new TypeError('Not the captcha worker')
  return url
}

let policy: WorkerPolicy | undefined

const trustedUrl = (): string => {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  if (!trustedTypes) return workerUrl
  policy ??= trustedTypes.createPolicy('clube-worker', { createScriptURL: onlyOurWorker })
  // A TrustedScriptURL, which TypeScript's DOM does not know and `new Worker` takes in place of a string.
  return policy.createScriptURL(workerUrl) as string
}

/** Starts one captcha worker under Trusted Types policy `clube-worker`. */
export const startCaptchaWorker = (): Worker =>
  // Built workers are classic scripts, which older phones know too; in development they are modules.
  new Worker(trustedUrl(), { type: import.meta.env.DEV ? 'module' : 'classic', name: 'captcha' })
