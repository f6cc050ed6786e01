export type MicroBatchOptions<Key> = {
  /** Keys of one query at most; more of them share the next. */
  limit?: number
  /** What makes two keys the same; needed when keys are objects. */
  identify?: (key: Key) => unknown
}

/**
 * Makes one query out of the calls of the same tick: `load(key)` resolves to what `loadMany` found for the key, or
 * undefined. Calls with the same key share one answer and nothing is kept afterwards, so every answer is fresh.
 * A batch that fails as a whole is repeated key by key: one bad key does not fail the others.
 */
export function createMicroBatch<Key, Value>(
  loadMany: (keys: readonly Key[]) => Promise<ReadonlyMap<unknown, Value>>,
  { limit = 500, identify = (key) => key }: MicroBatchOptions<Key> = {},
): (key: Key) => Promise<Value | undefined> {
  type Waiting = { key: Key; resolve: (value: Value | undefined) => void; reject: (reason: unknown) => void }
  let waiting = new Map<unknown, Waiting[]>()

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

  function flush(): void {
    const all = [...waiting]
    waiting = new Map()
    for (let start = 0; start < all.length; start += limit)
      void runBatch(new Map(all.slice(start, start + limit)))
  }

  return (key) =>
    new Promise((resolve, reject) => {
      // After the callbacks of this turn of the event loop: requests read from several sockets at once come together.
      if (waiting.size === 0) setImmediate(flush)
      const id = identify(key)
      const callers = waiting.get(id)
      if (callers === undefined) waiting.set(id, [{ key, resolve, reject }])
      else callers.push({ key, resolve, reject })
    })
}
