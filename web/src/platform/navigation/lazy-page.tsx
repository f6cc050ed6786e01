import { lazy, useState, type ComponentType } from 'react'

export type LazyPage<Props extends object> = ComponentType<Props> & {
  /** Loads the page's code; a failed load is retried at the next call. */
  preload: () => Promise<void>
}

/**
 * A page whose code is loaded on demand. Once preloaded it renders synchronously, without a fallback, which the
 * server rendering and the hydration rely on.
 */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const start = () => {
    loading ??= load().then(
      (page) => (loaded = page),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  const makeLazy = () => lazy(async () => ({ default: await start() }))
  const LazyPage = (props: Props) => {
    const [Page] = useState<ComponentType<Props>>(() => loaded ?? (makeLazy() as ComponentType<Props>))
    return <Page {...props} />
  }
  return Object.assign(LazyPage, {
    preload: async () => {
      await start()
    },
  })
}

let failures = 0

/**
 * Called for every chunk that failed to load. From the second failure only a reload helps, if there is a
 * network: a browser caches a failed module for the lifetime of the page, and after a release the old files
 * are gone. @returns whether to reload
 */
export function recordChunkFailure(): boolean {
  failures += 1
  return failures > 1 && navigator.onLine
}
