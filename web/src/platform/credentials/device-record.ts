import { completionOf, resultOf, withDatabase } from '../storage/indexed-db.ts'

/** Stored credential for silent sign-in (spec §3): the document, and the server's rotating secret instead of the password. */
export type DeviceRecord = { id: string; password: string }

type Sealed = { iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer }

const databaseName = 'clube-device'
const storeName = 'credential'
const keyEntry = 'key'
const recordEntry = 'record'
const algorithm = { name: 'AES-GCM', length: 256 } as const

/** Stores the record, encrypted with a key that never leaves the browser. Does nothing in insecure contexts and private windows. */
export async function saveDeviceRecord(record: DeviceRecord): Promise<void> {
  await withDatabase(databaseName, [storeName], async (database) => {
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
  return await withDatabase(databaseName, [storeName], async (database) => {
    const store = database.transaction(storeName).objectStore(storeName)
    const [key, stored] = await Promise.all([
      resultOf<CryptoKey | undefined>(store.get(keyEntry)),
      resultOf<Sealed | undefined>(store.get(recordEntry)),
    ])
    if (!key || !stored) return null
    const plain = await crypto.subtle.decrypt({ name: algorithm.name, iv: stored.iv }, key, stored.sealed)
    const record: unknown = JSON.parse(new TextDecoder().decode(plain))
    return isDeviceRecord(record) ? record : null
  }).catch(() => null)
}

/** Deletes the record and its key. */
export async function deleteDeviceRecord(): Promise<void> {
  await withDatabase(databaseName, [storeName], async (database) => {
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
