/** The workers that serve a page without a network; nothing else is ever registered. */
const workerUrls = ['/ingressos-worker.js', '/portaria-worker.js'] as const
type WorkerUrl = (typeof workerUrls)[number]

type PolicyFactory = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => unknown }
}

const onlyOurWorkers = (url: string): string => {
  const ours = workerUrls.find((known) => known === url)
  if (ours === undefined) throw new TypeError('Not a worker of ours')
  return ours
}

let policy: ReturnType<PolicyFactory['createPolicy']> | undefined

/**
 * Registers a worker for the addresses below `scope`, under Trusted Types policy `clube-offline`.
 * @throws where the browser has no such workers: private windows and plain http
 */
export async function registerOfflineWorker(url: WorkerUrl, scope: string): Promise<void> {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  if (trustedTypes) policy ??= trustedTypes.createPolicy('clube-offline', { createScriptURL: onlyOurWorkers })
  // A TrustedScriptURL, which TypeScript's DOM does not know.
  const trusted = policy ? (policy.createScriptURL(url) as string) : url
  await navigator.serviceWorker.register(trusted, { scope })
}
