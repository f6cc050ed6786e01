// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let loadEnterprise: typeof import('./load-enterprise.ts').loadEnterprise

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  ;({ loadEnterprise } = await import('./load-enterprise.ts'))
})
afterEach(() => {
  document.head.innerHTML = ''
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const scripts = () => [...document.head.querySelectorAll('script')]
const fireLoad = () => scripts().at(-1)?.dispatchEvent(new Event('load'))
const failed = 'The enterprise captcha could not be loaded'

test("the captcha provider's script is loaded once, with support for Trusted Types requested in its URL", async () => {
  const waiting: (() => void)[] = []
  const enterprise = { ready: (callback: () => void) => waiting.push(callback), execute: async () => '' }
  vi.stubGlobal('grecaptcha', { enterprise })
  const loading = loadEnterprise('chave do site')
  void loadEnterprise('chave do site')
  expect(scripts().map(({ src }) => src)).toEqual([
    'https://www.google.com/recaptcha/enterprise.js?render=chave+do+site&trustedtypes=true',
  ])
  fireLoad()
  waiting.forEach((callback) => callback())
  expect(await loading).toBe(enterprise)
})

test('the URL of the captcha script is configurable', () => {
  void loadEnterprise('chave', 'https://www.recaptcha.net/recaptcha')
  expect(scripts()[0]?.src).toBe(
    'https://www.recaptcha.net/recaptcha/enterprise.js?render=chave&trustedtypes=true',
  )
})

test('a captcha script without the provider’s API is a failure', async () => {
  const loading = loadEnterprise('chave')
  fireLoad()
  await expect(loading).rejects.toThrow(failed)
})

test('a captcha provider that is not ready after ten seconds has failed and can be loaded again', async () => {
  vi.stubGlobal('grecaptcha', { enterprise: { ready: () => {} } })
  const loading = loadEnterprise('chave')
  const outcome = loading.catch((error: Error) => error.message)
  fireLoad()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await outcome).toBe(failed)
  expect(scripts()).toEqual([])
  void loadEnterprise('chave')
  expect(scripts()).toHaveLength(1)
})
