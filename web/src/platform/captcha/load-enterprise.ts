import type { EnterpriseProvider } from './enterprise-token.ts'

type ProviderGlobal = { enterprise: EnterpriseProvider & { ready: (callback: () => void) => void } }
type PolicyFactory = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => unknown }
}

const scriptAddress = 'https://www.google.com/recaptcha/enterprise.js'

let loading: Promise<EnterpriseProvider> | undefined

/**
 * Loads the script of reCAPTCHA Enterprise once per page, under Trusted Types policy `clube-enterprise`, which the
 * page's content security policy has to name where a club uses it. A failed load is tried again the next time.
 */
export const loadEnterprise = (siteKey: string): Promise<EnterpriseProvider> => {
  loading ??= appendScript(`${scriptAddress}?render=${encodeURIComponent(siteKey)}`).catch(
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

const appendScript = (address: string): Promise<EnterpriseProvider> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.async = true
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('The enterprise captcha could not be loaded'))
    })
    script.addEventListener('load', () => {
      const { enterprise } = (globalThis as unknown as { grecaptcha: ProviderGlobal }).grecaptcha
      enterprise.ready(() => resolve(enterprise))
    })
    script.src = trusted(address)
    document.head.append(script)
  })

const trusted = (address: string): string => {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  if (!trustedTypes) return address
  const createScriptURL = (url: string): string => {
    if (!url.startsWith(`${scriptAddress}?`)) throw new TypeError('Not the enterprise captcha')
    return url
  }
  // A page has one site key, but a failed load asks again: the name must not be taken twice.
  policy ??= trustedTypes.createPolicy('clube-enterprise', { createScriptURL })
  // A TrustedScriptURL, which TypeScript's DOM does not know and `src` takes in place of a string.
  return policy.createScriptURL(address) as string
}

let policy: ReturnType<PolicyFactory['createPolicy']> | undefined
