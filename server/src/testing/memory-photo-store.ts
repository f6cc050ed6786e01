import { PhotoStoreError, type PhotoStore } from '../ports/photo-store.ts'

/** An in-memory photo store with controllable time and failures. */
export type MemoryPhotoStore = PhotoStore & {
  readonly objects: Map<string, { bytes: Buffer; modified_at: Date }>
  /** While true every operation fails as unreachable. */
  down: boolean
  /** Names whose deletion fails. */
  readonly stubborn: Set<string>
}

/** @param now modification time of new objects */
export const createMemoryPhotoStore = (now: () => Date): MemoryPhotoStore => {
  const objects: MemoryPhotoStore['objects'] = new Map()
  const stubborn = new Set<string>()
  const reach = async (key?: string): Promise<void> => {
    if (store.down || (key !== undefined && stubborn.has(key)))
      throw new PhotoStoreError('unreachable', 'The store is down')
  }
  const store: MemoryPhotoStore = {
    objects,
    stubborn,
    down: false,
    put: async (key, bytes) => {
      await reach()
      objects.set(key, { bytes, modified_at: now() })
    },
    get: async (key) => {
      await reach()
      return objects.get(key)?.bytes ?? null
    },
    delete: async (key) => {
      await reach(key)
      objects.delete(key)
    },
    list: async (prefix) => {
      await reach()
      return [...objects]
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, { modified_at }]) => ({ key, modified_at }))
    },
  }
  return store
}
