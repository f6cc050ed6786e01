import type { Club } from '@clube/contract/club/club.ts'
import type { App } from '../../platform/app/app-context.tsx'
import { noticeMissingCode } from '../../platform/navigation/missing-code.ts'

/**
 * Connects what every screen uses. The code that talks to the server comes with the first call or warm-up: no first
 * screen needs it to be seen.
 */
export function wireApp(club: Club): App {
  let loading: Promise<Omit<App, 'club'>> | undefined
  const client = () => {
    loading ??= import('./wire-client.ts').then(
      ({ wireClient }) => wireClient(club),
      (problem: unknown) => {
        loading = undefined
        throw problem
      },
    )
    return loading
  }
  // Code that did not arrive is the network's failure, like an answer that did not.
  const noClient = () => {
    if (noticeMissingCode()) window.location.reload()
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
      warmUp: () =>
        void client().then(
          ({ captcha }) => captcha.warmUp(),
          () => {},
        ),
      forget: () =>
        void client().then(
          ({ captcha }) => captcha.forget(),
          () => {},
        ),
    },
  }
}
