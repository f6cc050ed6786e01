import workerUrl from './captcha-worker.ts?worker&url'

type WorkerPolicy = { createScriptURL: (url: string) => unknown }
type PolicyFactory = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => WorkerPolicy
}

// The content security policy allows only this policy to create a worker, and the policy allows only this URL.
const onlyOurWorker = (url: string): string => {
  if (url !== workerUrl) throw new TypeError('Not the captcha worker')
  return url
}

let policy: WorkerPolicy | undefined

const trustedUrl = (): string => {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  if (!trustedTypes) return workerUrl
  policy ??= trustedTypes.createPolicy('clube-worker', { createScriptURL: onlyOurWorker })
  // A TrustedScriptURL, which TypeScript's DOM types lack and `new Worker` accepts.
  return policy.createScriptURL(workerUrl) as string
}

/** Starts one captcha worker under the Trusted Types policy `clube-worker`. */
export const startCaptchaWorker = (): Worker =>
  // Built workers are classic scripts, for older phones; in development they are modules.
  new Worker(trustedUrl(), { type: import.meta.env.DEV ? 'module' : 'classic', name: 'captcha' })
