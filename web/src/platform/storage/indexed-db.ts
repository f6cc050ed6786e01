/**
 * Runs `work` on a database of this device, whose stores are created when it is first opened.
 * @throws where the browser denies storage: private windows, old browsers, full devices
 */
export async function withDatabase<Result>(
  name: string,
  stores: readonly string[],
  work: (database: IDBDatabase) => Promise<Result>,
): Promise<Result> {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => {
    for (const store of stores) opening.result.createObjectStore(store)
  }
  const database = await resultOf(opening)
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

export const resultOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser denied storage'))
  })

/** Waits until everything that the transaction writes is stored. */
export const completionOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser denied storage'))
  })
