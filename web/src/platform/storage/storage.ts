import { attempt } from '../../kit/store/attempt.ts'

/**
 * Stores values where the browser allows, and never throws: lookups fall back from local storage to an in-memory map
 * to a cookie (spec §9). Private windows and embedded web views block some of them.
 */
export type Storage = {
  /** The value under the key, or undefined when absent or unreadable. */
  get: (key: string) => unknown
  /** Stores a JSON-serializable value. */
  set: (key: string, value: unknown) => void
  /** Removes the key from all backends. */
  remove: (key: string) => void
}

/** Storage backends; the browser's by default. */
export type StorageBackends = {
  /** Called each time, since accessing blocked storage throws. */
  local: () => Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>
  document: { cookie: string }
  /** Values that could not be stored in local storage. */
  memory: Map<string, string>
}

/** Spec §9. */
const cookieDays = 365
const secondsPerDay = 86_400

/** A storage whose keys all begin with `prefix`. */
export function createStorage(prefix = '', backends: StorageBackends = browserBackends()): Storage {
  const { memory } = backends
  const nameOf = (key: string) => prefix + key

  const read = (name: string): string | undefined =>
    attempt(() => backends.local().getItem(name) ?? undefined) ??
    memory.get(name) ??
    attempt(() => readCookie(backends.document.cookie, name))

  return {
    get: (key) => {
      const text = read(nameOf(key))
      return text === undefined ? undefined : attempt(() => JSON.parse(text) as unknown)
    },
    set: (key, value) => {
      const name = nameOf(key)
      const text = attempt(() => JSON.stringify(value) as string | undefined)
      if (text === undefined) return
      memory.delete(name)
      const isStored = attempt(() => {
        backends.local().setItem(name, text)
        return true
      })
      if (isStored) return
      // An older value in local storage would hide the new one.
      attempt(() => backends.local().removeItem(name))
      memory.set(name, text)
      attempt(() => writeCookie(backends.document, name, text, cookieDays * secondsPerDay))
    },
    remove: (key) => {
      const name = nameOf(key)
      attempt(() => backends.local().removeItem(name))
      memory.delete(name)
      attempt(() => writeCookie(backends.document, name, '', 0))
    },
  }
}

/** One map for the whole page, so that values survive between calls. */
const pageMemory = new Map<string, string>()

function browserBackends(): StorageBackends {
  return { local: () => localStorage, document: globalThis.document, memory: pageMemory }
}

function readCookie(cookies: string, name: string): string | undefined {
  const start = `${encodeURIComponent(name)}=`
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(start))
  return found === undefined ? undefined : decodeURIComponent(found.slice(start.length))
}

function writeCookie(document: { cookie: string }, name: string, text: string, maxAgeSeconds: number) {
  document.cookie = `${encodeURIComponent(name)}=${encodeURIComponent(text)}; path=/; max-age=${maxAgeSeconds}; samesite=lax`
}
