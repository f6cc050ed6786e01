/** Stored credential for silent sign-in (spec §3): the document, and the server's rotating secret instead of the password. */
export type DeviceRecord = { id: string; password: string }

type Sealed = { iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer }

const databaseName = 'clube-device'
const storeName = 'credential'
const keyEntry = 'key'
const recordEntry = 'record'
const algorithm = { name: 'AES-GCM', length: 256 } as const

/** APIs required to store the record safely. `subtle` is absent in insecure contexts. */
const isAvailable = (): boolean =>
  typeof indexedDB !== 'undefined' && (globalThis.crypto as Crypto | undefined)?.subtle !== undefined

/** Stores the record, encrypted with a key that never leaves the browser. Does nothing where unsupported. */
export async function saveDeviceRecord(record: DeviceRecord): Promise<void> {
  if (!isAvailable()) return
  await withStore(async (database) => {
    const key = await crypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt'])
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const plain = new TextEncoder().encode(JSON.stringify(record))
    const sealed = await crypto.subtle.encrypt({ name: algorithm.name, iv }, key, plain)
    const store = writable(database)
    store.put(key, keyEntry)
    store.put({ iv, sealed } satisfies Sealed, recordEntry)
    await completionOf(store.transaction)
  }).catch(() => {})
}

/** The record, or null when absent or unreadable. */
export async function readDeviceRecord(): Promise<DeviceRecord | null> {
  if (!isAvailable()) return null
  return await withStore(async (database) => {
    const store = database.transaction(storeName).objectStore(storeName)
    const [key, stored] = await Promise.all([
      result<CryptoKey | undefined>(store.get(keyEntry)),
      result<Sealed | undefined>(store.get(recordEntry)),
    ])
    if (!key || !stored) return null
    const plain = await crypto.subtle.decrypt({ name: algorithm.name, iv: stored.iv }, key, stored.sealed)
    const record: unknown = JSON.parse(new TextDecoder().decode(plain))
    return isDeviceRecord(record) ? record : null
  }).catch(() => null)
}

/** Deletes the record and its key. */
export async function deleteDeviceRecord(): Promise<void> {
  if (!isAvailable()) return
  await withStore(async (database) => {
    const store = writable(database)
    store.clear()
    await completionOf(store.transaction)
  }).catch(() => {})
}

const isDeviceRecord = (value: unknown): value is DeviceRecord =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Record<string, unknown>)['id'] === 'string' &&
  typeof (value as Record<string, unknown>)['password'] === 'string'

const writable = (database: IDBDatabase) =>
  database.transaction(storeName, 'readwrite').objectStore(storeName)

async function withStore<Result>(use: (database: IDBDatabase) => Promise<Result>): Promise<Result> {
  const opening = indexedDB.open(databaseName, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
  const database = await result(opening)
  try {
    return await use(database)
  } finally {
    database.close()
  }
}

const result = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser denied storage'))
  })

const completionOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser denied storage'))
  })
