import { lazy, use, useState, type ComponentType } from 'react'

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

/** Incremented when the person retries or navigates: code that failed to load before is loaded again. */
let attempt = 0

export const retryFailedLoads = (): void => void (attempt += 1)

/** One load of code, and the attempt in which it failed. */
type Load<Code> = { code: Promise<Code>; failed?: { attempt: number; error: unknown } }

/** Loads code on demand. A failed load is not repeated by rendering, which React repeats freely. */
function createLoader<Code>(load: () => Promise<Code>) {
  let loaded: { code: Code } | undefined
  let current: Load<Code> | undefined
  const startLoad = (): Load<Code> => {
    const started: Load<Code> = { code: loadInTime(load()) }
    started.code.then(
      (code) => (loaded = { code }),
      (error: unknown) => (started.failed = { attempt, error }),
    )
    return started
  }
  const currentLoad = (): Load<Code> => {
    const isStale = current?.failed !== undefined && current.failed.attempt !== attempt
    return (current = current && !isStale ? current : startLoad())
  }
  return {
    loaded: () => loaded,
    currentLoad,
    preload: async (): Promise<Code> => {
      if (current?.failed !== undefined) current = undefined
      const code = await currentLoad().code
      loaded = { code }
      return code
    },
  }
}

export type LazyCode<Code> = {
  /** A hook: the code; suspends until it is loaded, and throws the failure of the load. */
  use: () => Code
  /** Loads the code; retries a failed load. */
  preload: () => Promise<Code>
}

/** Code other than a page that is loaded on demand. Once preloaded it is available synchronously. */
export function lazyCode<Code>(load: () => Promise<Code>): LazyCode<Code> {
  const { loaded, currentLoad, preload } = createLoader(load)
  return {
    preload,
    use: () => {
      const present = loaded()
      if (present) return present.code
      const { code, failed } = currentLoad()
      if (failed) throw failed.error
      return use(code)
    },
  }
}

export type LazyPage<Props extends object> = ComponentType<Props> & {
  /** Loads the page's code; retries a failed load. */
  preload: () => Promise<void>
}

/**
 * A page whose code is loaded on demand. Once preloaded it renders synchronously, without a fallback, as
 * server rendering and hydration require.
 */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  const { loaded, currentLoad, preload } = createLoader(load)
  /** The page that waits for a load and throws its failure. */
  const waiting = new WeakMap<object, ComponentType<Props>>()
  const waitingPage = (): ComponentType<Props> => {
    const started = currentLoad()
    const page =
      waiting.get(started) ??
      (lazy(async () => ({ default: await started.code })) as unknown as ComponentType<Props>)
    waiting.set(started, page)
    return page
  }
  const LazyPage = (props: Props) => {
    const [Page] = useState<ComponentType<Props>>(() => loaded()?.code ?? waitingPage())
    return <Page {...props} />
  }
  return Object.assign(LazyPage, { preload: async () => void (await preload()) })
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
