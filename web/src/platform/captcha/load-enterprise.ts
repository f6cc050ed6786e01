import { defaultEnterpriseUrl } from '@clube/contract/captcha/limits.ts'
import { trustedScriptUrl } from '../trusted-script.ts'
import type { EnterpriseProvider } from './enterprise-token.ts'

type ProviderGlobal = { enterprise: EnterpriseProvider & { ready: (callback: () => void) => void } }

/** Time limit for the provider to become ready, from its first script, in milliseconds. */
const startTimeoutMs = 10_000

let loading: Promise<EnterpriseProvider> | undefined

/**
 * Loads the script of reCAPTCHA Enterprise once per page, under the Trusted Types policy `clube-enterprise`, which the
 * page's content security policy allows if the club uses it. After a failed load the next call tries again.
 * @param baseUrl base URL of the provider's script, without a trailing slash
 */
export const loadEnterprise = (
  siteKey: string,
  baseUrl = defaultEnterpriseUrl,
): Promise<EnterpriseProvider> => {
  // Without `trustedtypes` the provider's script assigns plain strings, which the page's policy rejects.
  const query = new URLSearchParams({ render: siteKey, trustedtypes: 'true' })
  const scriptUrl = trustedScriptUrl('clube-enterprise', `${baseUrl}/enterprise.js?${query}`)
  loading ??= appendScript(scriptUrl).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

const appendScript = (scriptUrl: string): Promise<EnterpriseProvider> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.async = true
    const fail = () => {
      script.remove()
      reject(new Error('The enterprise captcha could not be loaded'))
    }
    script.addEventListener('error', fail)
    script.addEventListener('load', () => {
      const { grecaptcha } = globalThis as { grecaptcha?: ProviderGlobal }
      if (!grecaptcha) return fail()
      // The scripts that this script loads may fail without any event.
      const timer = setTimeout(fail, startTimeoutMs)
      grecaptcha.enterprise.ready(() => {
        clearTimeout(timer)
        resolve(grecaptcha.enterprise)
      })
    })
    script.src = scriptUrl
    document.head.append(script)
  })
