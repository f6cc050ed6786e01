import { DatabaseUnavailable, isTimeout } from './database-failure.ts'

/** Outcome of one item of a batch; its failure does not affect the others. */
export type Settled<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: unknown }

export type BatchOptions = {
  /** Maximum number of items per batch; the rest form the next one. */
  limit?: number
  /** Maximum concurrent batches per key; items that arrive while they run form the next one. */
  concurrency?: number
}

/**
 * Processes items in batches: the items for a key that arrive in one turn of the event loop, or while its maximum number
 * of batches is running, form the next batch, in order of arrival. Keys do not wait for each other. A batch that fails
 * as a whole is retried item by item, so that one bad item does not fail the others.
 */
export const createBatchQueue = <Item, Result>(
  work: (key: string, items: readonly Item[]) => Promise<readonly Settled<Result>[]>,
  { limit = 500, concurrency = 1 }: BatchOptions = {},
): ((key: string, item: Item) => Promise<Result>) => {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
  type Queue = { waiting: Waiting[]; running: number; isScheduled: boolean }
  const queues = new Map<string, Queue>()

  const settle = async (key: string, batch: readonly Waiting[]): Promise<void> => {
    try {
      const settled = await work(
        key,
        batch.map(({ item }) => item),
      )
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = settled[index]
        if (outcome?.ok) resolve(outcome.result)
        else reject(outcome ? outcome.error : new Error('The batch has no result for an item'))
      }
    } catch (error) {
      // Without a database, or while another transaction blocks the batch, each retry would fail as well.
      if (batch.length === 1 || error instanceof DatabaseUnavailable || isTimeout(error))
        for (const { reject } of batch) reject(error)
      else await settleEach(key, [...batch])
    }
  }

  /** Retries items individually, with the same concurrency. */
  const settleEach = async (key: string, rest: Waiting[]): Promise<void> => {
    const retry = async (): Promise<void> => {
      for (let item = rest.shift(); item !== undefined; item = rest.shift()) await settle(key, [item])
    }
    await Promise.all(Array.from({ length: concurrency }, retry))
  }

  const flush = (key: string, queue: Queue): void => {
    queue.isScheduled = false
    while (queue.running < concurrency && queue.waiting.length > 0) {
      queue.running += 1
      void settle(key, queue.waiting.splice(0, limit)).finally(() => {
        queue.running -= 1
        schedule(key, queue)
      })
    }
  }

  /** Runs after this turn of the event loop, so that requests read from several sockets are batched. */
  const schedule = (key: string, queue: Queue): void => {
    if (queue.waiting.length === 0) {
      if (queue.running === 0) queues.delete(key)
      return
    }
    if (queue.isScheduled || queue.running >= concurrency) return
    queue.isScheduled = true
    setImmediate(flush, key, queue)
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key) ?? { waiting: [], running: 0, isScheduled: false }
      queues.set(key, queue)
      queue.waiting.push({ item, resolve, reject })
      schedule(key, queue)
    })
}

/**
 * Combines many lookups into one query: `load(key)` resolves to what `loadMany` found for the key, or undefined. A
 * query always starts after the call. Calls with the same key share one result and nothing is cached, so every result
 * is fresh.
 */
export const createMicroBatch = <Key, Value>(
  loadMany: (keys: readonly Key[]) => Promise<ReadonlyMap<unknown, Value>>,
  {
    identify = (key) => key,
    ...options
  }: BatchOptions & {
    /** Identity of a key; required for object keys. */
    identify?: (key: Key) => unknown
  } = {},
): ((key: Key) => Promise<Value | undefined>) => {
  /** Lookups whose query has not started. */
  const waiting = new Map<unknown, Promise<Value | undefined>>()
  const enqueue = createBatchQueue<Key, Value | undefined>(
    async (_key, keys) => {
      for (const key of keys) waiting.delete(identify(key))
      const found = await loadMany(keys)
      return keys.map((key) => ({ ok: true, result: found.get(identify(key)) }))
    },
    { concurrency: 2, ...options },
  )
  return (key) => {
    const id = identify(key)
    const earlier = waiting.get(id)
    if (earlier) return earlier
    const lookup = enqueue('', key)
    waiting.set(id, lookup)
    return lookup
  }
}

/** Limits how many works run at once; the others wait, in order of arrival. */
export const createGate = (limit: number): (<Result>(work: () => Promise<Result>) => Promise<Result>) => {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < limit) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The next one takes over the place.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
