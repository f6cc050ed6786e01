/**
 * Keeps values where the browser lets us, and never throws: lookups fall back from local storage to an in-memory map
 * to a cookie (spec §9). Private windows and embedded views of native apps forbid one or the other.
 */
export type Storage = {
  /** The value under the key, or undefined where there is none or it cannot be read. */
  get: (key: string) => unknown
  /** Keeps a value that JSON can hold. */
  set: (key: string, value: unknown) => void
  /** Removes the key from every place. */
  remove: (key: string) => void
}

/** What the helper stands on; the browser's own by default. */
export type StorageBackends = {
  /** Called each time, since merely touching a forbidden storage throws. */
  local: () => Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>
  document: { cookie: string }
}

/** Spec §9. */
const cookieDays = 365
const secondsPerDay = 86_400

/** A storage whose keys all begin with `prefix`. */
export function createStorage(prefix = '', backends: StorageBackends = browserBackends()): Storage {
  const memory = new Map<string, string>()
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
      const kept = attempt(() => {
        backends.local().setItem(name, text)
        return true
      })
      if (kept) return
      // An older value that local storage still holds would hide the new one.
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

function browserBackends(): StorageBackends {
  return { local: () => localStorage, document: globalThis.document }
}

function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

function readCookie(cookies: string, name: string): string | undefined {
  const start = `${encodeURIComponent(name)}=`
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(start))
  return found === undefined ? undefined : decodeURIComponent(found.slice(start.length))
}

function writeCookie(document: { cookie: string }, name: string, text: string, maxAgeSeconds: number) {
  document.cookie = `${encodeURIComponent(name)}=${encodeURIComponent(text)}; path=/; max-age=${maxAgeSeconds}; samesite=lax`
}
