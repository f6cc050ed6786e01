/** The service workers that serve pages offline; no others are registered. */
const workerUrls = ['/carteira-worker.js', '/portaria-worker.js'] as const
type WorkerUrl = (typeof workerUrls)[number]

type PolicyFactory = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => unknown }
}

const onlyOurWorkers = (url: string): string => {
  const ours = workerUrls.find((known) => known === url)
  if (ours === undefined) throw new TypeError('Not a worker of this product')
  return ours
}

let policy: ReturnType<PolicyFactory['createPolicy']> | undefined

/**
 * Registers a service worker for `scope` under the Trusted Types policy `clube-offline`.
 * @throws where service workers are unavailable: private windows and insecure contexts
 */
export async function registerOfflineWorker(url: WorkerUrl, scope: string): Promise<void> {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  if (trustedTypes) policy ??= trustedTypes.createPolicy('clube-offline', { createScriptURL: onlyOurWorkers })
  // A TrustedScriptURL, which TypeScript's DOM types lack.
  const trusted = policy ? (policy.createScriptURL(url) as string) : url
  await navigator.serviceWorker.register(trusted, { scope })
}
