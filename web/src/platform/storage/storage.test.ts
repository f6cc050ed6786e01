// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { createStorage, type StorageBackends } from './storage.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

const forbidden = () => {
  throw new DOMException('forbidden', 'SecurityError')
}

/** A fake document with inspectable cookies. */
function cookieJar() {
  const jar = new Map<string, string>()
  const writes: string[] = []
  return {
    writes,
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      writes.push(text)
      const [pair = ''] = text.split(';')
      const separator = pair.indexOf('=')
      if (text.includes('max-age=0')) jar.delete(pair.slice(0, separator))
      else jar.set(pair.slice(0, separator), pair.slice(separator + 1))
    },
  }
}

test('values are stored as JSON in local storage under the prefixed key', () => {
  const storage = createStorage('clube.')
  storage.set('draft', { name: 'Ana', n: 2 })
  expect(localStorage.getItem('clube.draft')).toBe('{"name":"Ana","n":2}')
  expect(storage.get('draft')).toEqual({ name: 'Ana', n: 2 })
  expect(createStorage().get('draft')).toBeUndefined()
  storage.remove('draft')
  expect(localStorage.getItem('clube.draft')).toBeNull()
  expect(storage.get('draft')).toBeUndefined()
})

test('without local storage a value is stored in memory and in a cookie of 365 days with path /', () => {
  const document = cookieJar()
  const backends = (): StorageBackends => ({ local: forbidden, document, memory: new Map() })
  const storage = createStorage('', backends())
  storage.set('channel', 'São João; a=b')
  expect(storage.get('channel')).toBe('São João; a=b')
  expect(document.writes).toEqual([expect.stringMatching(/path=\/.*max-age=31536000/)])
  // A new page has an empty memory map and uses the cookie.
  expect(createStorage('', backends()).get('channel')).toBe('São João; a=b')
  storage.remove('channel')
  expect(storage.get('channel')).toBeUndefined()
  expect(createStorage('', backends()).get('channel')).toBeUndefined()
})

test('reading a stored value falls back from local storage to memory to the cookie', () => {
  const document = cookieJar()
  let allowed = false
  const local = () => (allowed ? localStorage : forbidden())
  const storage = createStorage('', { local, document, memory: new Map() })
  document.cookie = 'key=%22cookie%22; path=/'
  expect(storage.get('key')).toBe('cookie')
  storage.set('key', 'memory')
  document.cookie = 'key=%22cookie%22; path=/'
  expect(storage.get('key')).toBe('memory')
  allowed = true
  expect(storage.get('key')).toBe('memory')
  localStorage.setItem('key', '"local"')
  expect(storage.get('key')).toBe('local')
})

test('an older value in a local storage that is full does not hide the new one', () => {
  localStorage.setItem('key', '"old"')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const storage = createStorage('', { local: () => localStorage, document: cookieJar(), memory: new Map() })
  storage.set('key', 'new')
  expect(storage.get('key')).toBe('new')
})

test('storage never throws for invalid JSON, circular values or blocked cookies', () => {
  localStorage.setItem('invalid', '{')
  const document = Object.defineProperty({ cookie: '' }, 'cookie', { get: forbidden, set: forbidden })
  const storage = createStorage('', { local: forbidden, document, memory: new Map() })
  const circular: Record<string, unknown> = {}
  circular.self = circular
  storage.set('circular', circular)
  storage.set('nothing', undefined)
  expect(storage.get('circular')).toBeUndefined()
  expect(storage.get('nothing')).toBeUndefined()
  storage.set('key', 1)
  expect(storage.get('key')).toBe(1)
  storage.remove('key')
  expect(createStorage().get('invalid')).toBeUndefined()
})

test('without local storage and cookies, a stored value is found by later calls on the same page', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(forbidden)
  vi.spyOn(Document.prototype, 'cookie', 'get').mockReturnValue('')
  createStorage('clube.').set('draft', 'Ana')
  expect(createStorage('clube.').get('draft')).toBe('Ana')
  expect(createStorage('other.').get('draft')).toBeUndefined()
  createStorage('clube.').remove('draft')
  expect(createStorage('clube.').get('draft')).toBeUndefined()
})
