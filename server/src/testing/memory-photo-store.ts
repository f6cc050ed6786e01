import { PhotoStoreError, type PhotoStore } from '../ports/photo-store.ts'

/** An in-memory photo store with controllable time and failures. */
export type MemoryPhotoStore = PhotoStore & {
  readonly objects: Map<string, { bytes: Buffer; modified_at: Date }>
  /** While true, every operation fails as unreachable. */
  down: boolean
  /** Names whose deletion fails. */
  readonly undeletable: Set<string>
}

/** @param now modification time of new objects */
export const createMemoryPhotoStore = (now: () => Date): MemoryPhotoStore => {
  const objects: MemoryPhotoStore['objects'] = new Map()
  const undeletable = new Set<string>()
  const failIfDown = async (key?: string): Promise<void> => {
    if (store.down || (key !== undefined && undeletable.has(key)))
      throw new PhotoStoreError('unreachable', 'The store is down')
  }
  const store: MemoryPhotoStore = {
    objects,
    undeletable,
    down: false,
    put: async (key, bytes) => {
      await failIfDown()
      objects.set(key, { bytes, modified_at: now() })
    },
    get: async (key) => {
      await failIfDown()
      return objects.get(key)?.bytes ?? null
    },
    delete: async (key) => {
      await failIfDown(key)
      objects.delete(key)
    },
    list: async (prefix) => {
      await failIfDown()
      return [...objects]
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, { modified_at }]) => ({ key, modified_at }))
    },
  }
  return store
}
