/** What one item of a batch came to: its own failure does not touch the others. */
export type Settled<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: unknown }

/**
 * Turns a rush into batches: while a batch of a key is being worked on, what arrives for the same key waits and goes
 * together into the next one, in the order of arrival. Nobody waits while nothing is in flight. Keys do not wait for
 * each other. A batch that fails as a whole is repeated item by item, so that one bad item does not fail the others.
 * @param limit items of one batch at most
 */
export const createBatchQueue = <Item, Result>(
  work: (key: string, items: readonly Item[]) => Promise<readonly Settled<Result>[]>,
  limit = 500,
): ((key: string, item: Item) => Promise<Result>) => {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
  const queues = new Map<string, Waiting[]>()

  const settleBatch = async (key: string, batch: readonly Waiting[]): Promise<void> => {
    try {
      const settled = await work(
        key,
        batch.map(({ item }) => item),
      )
      for (const [at, { resolve, reject }] of batch.entries()) {
        const outcome = settled[at]
        if (outcome?.ok) resolve(outcome.result)
        else reject(outcome ? outcome.error : new Error('The batch forgot an item'))
      }
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error)
      else for (const waiting of batch) await settleBatch(key, [waiting])
    }
  }

  const drain = async (key: string, queue: Waiting[]): Promise<void> => {
    while (queue.length > 0) await settleBatch(key, queue.splice(0, limit))
    queues.delete(key)
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject }
      const queue = queues.get(key)
      if (queue) {
        queue.push(waiting)
        return
      }
      const fresh = [waiting]
      queues.set(key, fresh)
      // After this turn of the event loop: requests read from several sockets at once come together.
      setImmediate(() => void drain(key, fresh))
    })
}
