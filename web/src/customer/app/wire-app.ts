import type { Club } from '@clube/contract/club/club.ts'
import type { App } from '../../platform/app/app-context.tsx'
import { loadInTime, recordChunkFailure } from '../../platform/navigation/lazy-page.tsx'
import { loadPages } from './routes.ts'

/**
 * Connects the app's shared parts. The API client's code is loaded with the first call or warm-up, because no first
 * screen needs it to render.
 */
export function wireApp(club: Club): App {
  let loading: Promise<Omit<App, 'club'>> | undefined
  const client = () => {
    // A customer who calls the server from the sign-in screen will soon navigate to another page.
    if (!loading) void loadPages().catch(() => {})
    loading ??= loadInTime(import('./wire-client.ts')).then(
      ({ wireClient }) => wireClient(club),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  const withCaptcha = (use: (captcha: App['captcha']) => void) =>
    void client().then(
      ({ captcha }) => use(captcha),
      () => {},
    )
  // Code that did not load is a network failure, like a missing response.
  const noClient = () => {
    if (recordChunkFailure()) window.location.reload()
    return null
  }
  return {
    club,
    send: async (call, input) => {
      const wired = await client().catch(noClient)
      return wired ? wired.send(call, input) : { ok: false, failure: { kind: 'network', during: 'call' } }
    },
    captcha: {
      fields: async (weight, signal) => {
        const wired = await client().catch(noClient)
        return wired
          ? wired.captcha.fields(weight, signal)
          : { ok: false, failure: { kind: 'network', during: 'captcha' } }
      },
      warmUp: () => withCaptcha((captcha) => captcha.warmUp()),
      discard: () => withCaptcha((captcha) => captcha.discard()),
    },
  }
}
