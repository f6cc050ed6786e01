import { lazy, useState, type ComponentType } from 'react'

/** How long to wait for code, in milliseconds. */
const loadLimitMs = 15_000

/**
 * Waits for code, but not longer than a limit: on a dead connection, an import stays pending for
 * minutes. The error is a network error.
 */
export async function loadInTime<Code>(loading: Promise<Code>): Promise<Code> {
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(new TypeError('Load failed: no response in time')), loadLimitMs)
  try {
    return await Promise.race([loading, limit.promise])
  } finally {
    clearTimeout(timer)
  }
}

export type LazyPage<Props extends object> = ComponentType<Props> & {
  /** Loads the page's code; retries a failed load. */
  preload: () => Promise<void>
}

/** Incremented when the person retries or navigates: code that failed to load before is loaded again. */
let attempt = 0

export const retryFailedLoads = (): void => void (attempt += 1)

/** One load of a page's code, and the page that waits for it and throws its failure. */
type Load<Props extends object> = {
  page: Promise<ComponentType<Props>>
  Waiting: ComponentType<Props>
  /** The attempt that failed. */
  failed?: number
}

/**
 * A page whose code is loaded on demand. Once preloaded it renders synchronously, without a fallback, as
 * server rendering and hydration require. A failed load is not repeated by rendering, which React repeats freely.
 */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  let loaded: ComponentType<Props> | undefined
  let current: Load<Props> | undefined
  const startLoad = (): Load<Props> => {
    const page = loadInTime(load())
    const started: Load<Props> = {
      page,
      Waiting: lazy(async () => ({ default: await page })) as ComponentType<Props>,
    }
    page.then(
      (component) => (loaded = component),
      () => (started.failed = attempt),
    )
    return started
  }
  const currentLoad = (): Load<Props> => {
    const isStale = current?.failed !== undefined && current.failed !== attempt
    return (current = current && !isStale ? current : startLoad())
  }
  const LazyPage = (props: Props) => {
    const [Page] = useState<ComponentType<Props>>(() => loaded ?? currentLoad().Waiting)
    return <Page {...props} />
  }
  return Object.assign(LazyPage, {
    preload: async () => {
      if (current?.failed !== undefined) current = undefined
      loaded = await currentLoad().page
    },
  })
}

let failures = 0

/**
 * Called for every chunk that failed to load. From the second failure only a reload helps, if the browser is
 * online: a browser caches a failed module for the lifetime of the page, and after a release the old files
 * are gone. @returns whether to reload
 */
export function recordChunkFailure(): boolean {
  failures += 1
  return failures > 1 && navigator.onLine
}
