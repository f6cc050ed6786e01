/** What one item of a batch came to: its own failure does not touch the others. */
export type Settled<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: unknown }

export type BatchOptions = {
  /** Items of one batch at most; more of them share the next. */
  limit?: number
  /** Batches of a key under way at most; what arrives meanwhile goes together into the next. */
  atOnce?: number
}

/**
 * Turns a rush into batches: what arrives for a key in one turn of the event loop, and while as many batches of the key
 * are under way as may, goes together into the next one, in the order of arrival. Nothing waits while no batch is under
 * way; keys do not wait for each other. A batch that fails as a whole is repeated item by item, so that one bad item does
 * not fail the others.
 */
export const createBatchQueue = <Item, Result>(
  work: (key: string, items: readonly Item[]) => Promise<readonly Settled<Result>[]>,
  { limit = 500, atOnce = 1 }: BatchOptions = {},
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
      for (const [at, { resolve, reject }] of batch.entries()) {
        const outcome = settled[at]
        if (outcome?.ok) resolve(outcome.result)
        else reject(outcome ? outcome.error : new Error('The batch has no result for an item'))
      }
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error)
      else await settleEach(key, [...batch])
    }
  }

  /** One by one, as many at once as batches may be. */
  const settleEach = async (key: string, rest: Waiting[]): Promise<void> => {
    const repeat = async (): Promise<void> => {
      for (let one = rest.shift(); one !== undefined; one = rest.shift()) await settle(key, [one])
    }
    await Promise.all(Array.from({ length: atOnce }, repeat))
  }

  const flush = (key: string, queue: Queue): void => {
    queue.isScheduled = false
    while (queue.running < atOnce && queue.waiting.length > 0) {
      queue.running += 1
      void settle(key, queue.waiting.splice(0, limit)).finally(() => {
        queue.running -= 1
        schedule(key, queue)
      })
    }
  }

  /** After this event loop turn, so that requests read from several sockets are batched. */
  const schedule = (key: string, queue: Queue): void => {
    if (queue.waiting.length === 0) {
      if (queue.running === 0) queues.delete(key)
      return
    }
    if (queue.isScheduled || queue.running >= atOnce) return
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
 * Makes one query out of many lookups: `load(key)` resolves to what `loadMany` found for the key, or undefined. A query
 * always begins after the call. Calls with the same key share one answer and nothing is kept afterwards, so every answer
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
  /** Lookups whose query has not begun. */
  const waiting = new Map<unknown, Promise<Value | undefined>>()
  const enqueue = createBatchQueue<Key, Value | undefined>(
    async (_key, keys) => {
      for (const key of keys) waiting.delete(identify(key))
      const found = await loadMany(keys)
      return keys.map((key) => ({ ok: true, result: found.get(identify(key)) }))
    },
    { atOnce: 2, ...options },
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
