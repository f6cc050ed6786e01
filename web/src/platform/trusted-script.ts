type Policy = { createScriptURL: (url: string) => unknown }
type PolicyFactory = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy
}

/** The page's policies by name; a browser creates each only once. */
const policies = new Map<string, Policy>()

/**
 * The URL of a script or worker under a Trusted Types policy that the page's content security policy allows. The policy
 * allows only the URL it was created for. Without Trusted Types, the URL itself.
 */
export function trustedScriptUrl(policyName: string, url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  if (!trustedTypes) return url
  const createScriptURL = (requested: string): string => {
    if (requested !== url) throw new TypeError(`Policy ${policyName} does not allow this URL`)
    return url
  }
  const policy = policies.get(policyName) ?? trustedTypes.createPolicy(policyName, { createScriptURL })
  policies.set(policyName, policy)
  // A TrustedScriptURL, which TypeScript's DOM types lack and the browser's APIs accept.
  return policy.createScriptURL(url) as string
}
