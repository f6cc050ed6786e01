export type MicroBatchOptions<Key> = {
  /** Keys of one query at most; more of them share the next. */
  limit?: number
  /** Queries under way at most; what is asked meanwhile goes together into the next. */
  atOnce?: number
  /** What makes two keys the same; needed when keys are objects. */
  identify?: (key: Key) => unknown
}

/**
 * Makes one query out of the calls of the same tick, and out of those that come while other queries are under way:
 * `load(key)` resolves to what `loadMany` found for the key, or undefined. A query always begins after the call. Calls with the same key share one answer and nothing is kept afterwards, so every answer is fresh.
 * A batch that fails as a whole is repeated key by key: one bad key does not fail the others.
 */
export function createMicroBatch<Key, Value>(
  loadMany: (keys: readonly Key[]) => Promise<ReadonlyMap<unknown, Value>>,
  { limit = 500, atOnce = 2, identify = (key) => key }: MicroBatchOptions<Key> = {},
): (key: Key) => Promise<Value | undefined> {
  type Waiting = { key: Key; resolve: (value: Value | undefined) => void; reject: (reason: unknown) => void }
  const waiting = new Map<unknown, Waiting[]>()
  let running = 0
  let isScheduled = false

  async function runBatch(batch: ReadonlyMap<unknown, Waiting[]>): Promise<void> {
    const keys = [...batch.values()].flatMap(([first]) => (first === undefined ? [] : [first.key]))
    try {
      const found = await loadMany(keys)
      for (const [id, callers] of batch) for (const caller of callers) caller.resolve(found.get(id))
    } catch (error) {
      if (batch.size === 1) {
        for (const callers of batch.values()) for (const caller of callers) caller.reject(error)
        return
      }
      await Promise.all([...batch].map((entry) => runBatch(new Map([entry]))))
    }
  }

  /** Keys that come while as many queries run as may go together into the next one. */
  function flush(): void {
    isScheduled = false
    while (running < atOnce && waiting.size > 0) {
      const batch = new Map<unknown, Waiting[]>()
      for (const [id, callers] of waiting) {
        if (batch.size >= limit) break
        batch.set(id, callers)
        waiting.delete(id)
      }
      running += 1
      void runBatch(batch).finally(() => {
        running -= 1
        schedule()
      })
    }
  }

  /** After the callbacks of this turn of the event loop: requests read from several sockets at once come together. */
  function schedule(): void {
    if (isScheduled || running >= atOnce || waiting.size === 0) return
    isScheduled = true
    setImmediate(flush)
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const id = identify(key)
      const callers = waiting.get(id)
      if (callers === undefined) waiting.set(id, [{ key, resolve, reject }])
      else callers.push({ key, resolve, reject })
      schedule()
    })
}
