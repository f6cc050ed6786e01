import { staffIdentitySchema, type StaffIdentity } from '@clube/contract/staff/sign-in-calls.ts'
import * as z from 'zod/mini'
import { completionOf, resultOf, withDatabase } from '../../../platform/storage/indexed-db.ts'
import type { KnownAdmission, OfflineList } from './offline-list.ts'
import type { Conflict, QueuedScan } from './scan-queue.ts'

/** What a gate had stored when its page was last open. */
export type StoredGate = {
  readonly list: OfflineList | null
  readonly admissions: readonly KnownAdmission[]
  readonly queue: readonly QueuedScan[]
  readonly conflicts: readonly Conflict[]
}

/**
 * Persistent storage of a gate. Never throws: where the browser denies storage, the data is only in memory.
 */
export interface GateStore {
  read: () => Promise<StoredGate>
  saveList: (list: OfflineList, admissions: readonly KnownAdmission[]) => Promise<void>
  saveAdmission: (admission: KnownAdmission) => Promise<void>
  saveScan: (queued: QueuedScan) => Promise<void>
  deleteScan: (client_scan_id: string) => Promise<void>
  saveConflict: (conflict: Conflict) => Promise<void>
  deleteConflict: (client_scan_id: string) => Promise<void>
  /** Deletes list and admissions; queued scans stay until they are sent. */
  deleteList: () => Promise<void>
}

const databaseName = 'clube-portaria'
/** `uses` contains the admissions; renaming an object store would delete what is stored on devices. */
const stores = ['single', 'uses', 'queue', 'conflicts'] as const
type StoreName = (typeof stores)[number]
/** Renamed with the list's format: a list without salt cannot check short codes. */
const listKey = 'salted-list'
const identityKey = 'identity'

/** The store in the device's IndexedDB. */
export const deviceGateStore: GateStore = {
  read: async () => ({
    list: (await readOne<OfflineList>(listKey)) ?? null,
    admissions: await readAll<KnownAdmission>('uses'),
    // In the order of scanning: the server counts the first one.
    queue: (await readAll<QueuedScan>('queue')).toSorted(byInstant),
    conflicts: await readAll<Conflict>('conflicts'),
  }),
  saveList: (list, admissions) =>
    write(['single', 'uses'], (store) => {
      store('single').put(list, listKey)
      store('uses').clear()
      for (const admission of admissions) store('uses').put(admission, admission.code_hash)
    }),
  saveAdmission: (admission) => write(['uses'], (store) => store('uses').put(admission, admission.code_hash)),
  saveScan: (queued) => write(['queue'], (store) => store('queue').put(queued, queued.body.client_scan_id)),
  deleteScan: (client_scan_id) => write(['queue'], (store) => store('queue').delete(client_scan_id)),
  saveConflict: (conflict) =>
    write(['conflicts'], (store) => store('conflicts').put(conflict, conflict.client_scan_id)),
  deleteConflict: (client_scan_id) =>
    write(['conflicts'], (store) => store('conflicts').delete(client_scan_id)),
  deleteList: () =>
    write(['single', 'uses'], (store) => {
      store('single').delete(listKey)
      store('uses').clear()
    }),
}

const byInstant = (one: QueuedScan, other: QueuedScan): number =>
  Date.parse(one.body.scanned_at) - Date.parse(other.body.scanned_at)

/**
 * Stores the signed-in staff member, so that the page can be reloaded offline; the server checks the session again
 * later.
 */
export const saveIdentity = (identity: StaffIdentity): Promise<void> =>
  write(['single'], (store) => store('single').put(identity, identityKey))

export async function savedIdentity(): Promise<StaffIdentity | null> {
  const stored = z.safeParse(staffIdentitySchema, await readOne(identityKey))
  return stored.success ? stored.data : null
}

/** Deletes the stored staff member and the list. */
export const deleteGateData = (): Promise<void> =>
  write(['single', 'uses'], (store) => {
    store('single').clear()
    store('uses').clear()
  })

const readOne = <Value>(key: string): Promise<Value | undefined> =>
  withStores((database) =>
    resultOf<Value | undefined>(database.transaction('single').objectStore('single').get(key)),
  )

const readAll = async <Value>(name: StoreName): Promise<Value[]> =>
  (await withStores((database) =>
    resultOf<Value[]>(database.transaction(name).objectStore(name).getAll()),
  )) ?? []

async function write(
  names: readonly StoreName[],
  change: (store: (name: StoreName) => IDBObjectStore) => void,
): Promise<void> {
  await withStores(async (database) => {
    const transaction = database.transaction([...names], 'readwrite')
    change((name) => transaction.objectStore(name))
    await completionOf(transaction)
  })
}

/** Undefined where the browser denies storage. */
const withStores = <Result>(work: (database: IDBDatabase) => Promise<Result>): Promise<Result | undefined> =>
  withDatabase(databaseName, stores, work).catch(() => undefined)
