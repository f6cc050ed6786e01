import type { Club } from '@clube/contract/club/club.ts'
import type { App } from '../../platform/app/app-context.tsx'
import { loadInTime, recordChunkFailure } from '../../platform/navigation/lazy-page.tsx'
import { loadPages } from './routes.ts'

/** Code loaded with its first use; a failed load is repeated by the next one. */
function onUse<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let loading: Promise<Code> | undefined
  return () => {
    loading ??= loadInTime(load()).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/** Code that did not load is a network failure, like a missing response. */
function networkFailure(during: 'call' | 'captcha') {
  if (recordChunkFailure()) window.location.reload()
  return { ok: false, failure: { kind: 'network', during } } as const
}

/**
 * Connects the app's shared parts. The code of the API client and of the captcha is loaded with the first call or
 * warm-up, because no first screen needs it to render.
 */
export function wireApp(club: Club): App {
  const solver = onUse(async () =>
    (await import('../../platform/api/club-captcha.ts')).createClubCaptcha(club.captcha),
  )
  const captcha: App['captcha'] = {
    fields: (weight, signal) =>
      solver().then(
        (source) => source.fields(weight, signal),
        () => networkFailure('captcha'),
      ),
    warmUp: () => {
      // A call will follow.
      void client().catch(ignore)
      void solver().then((source) => source.warmUp(), ignore)
    },
    discard: () => void solver().then((source) => source.discard(), ignore),
  }
  const client = onUse(async () => {
    // A customer who calls the server from the sign-in screen will soon navigate to another page.
    void loadPages().catch(ignore)
    return (await import('./wire-client.ts')).wireClient(captcha)
  })
  return {
    club,
    captcha,
    send: (call, input) =>
      client().then(
        (send) => send(call, input),
        () => networkFailure('call'),
      ),
  }
}

const ignore = () => {}
