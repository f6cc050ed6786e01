import type { Page } from '@playwright/test'
import { personas } from '../server/seeds/demonstration/personas.ts'
import { expect, test } from './fixtures.ts'
import { signIn } from './shopper-steps.ts'

/**
 * Everything a script of the page can read from the browser, as one string: both storages, every record of every
 * IndexedDB as bytes and structure, every cached response, script-visible cookies, and the history state.
 */
const readAllStorage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const found: string[] = []
    const resultOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(new Error('The IndexedDB request failed'))
      })
    const describe = (value: unknown): string => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
        const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : new Uint8Array(value.buffer)
        return new TextDecoder('latin1').decode(bytes)
      }
      if (value instanceof CryptoKey) return `key extractable=${value.extractable}`
      if (typeof value === 'object' && value !== null) {
        return Object.entries(value)
          .map(([key, item]) => `${key}: ${describe(item)}`)
          .join('\n')
      }
      return String(value)
    }

    for (const storage of [localStorage, sessionStorage]) {
      for (const [key, value] of Object.entries(storage)) found.push(key, String(value))
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name))
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName)
        const [keys, records] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())])
        found.push(`${name}/${storeName}`, describe(keys), describe(records))
      }
      database.close()
    }
    // Cache storage requires a secure context, such as the loopback address.
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        found.push(request.url, (await (await cache.match(request))?.text()) ?? '')
      }
    }
    found.push(document.cookie, JSON.stringify(history.state), window.name)
    return found.join('\n')
  })

test('after a remembered sign-in the password is not in any browser storage', async ({ page, context }) => {
  const { maria } = personas
  await page.goto('/entrar')
  await signIn(page, { ...maria, remember: true })

  const found = await readAllStorage(page)
  // Sanity check: the sealed credential was found, and its key cannot be exported.
  expect(found).toContain('clube-device/credential')
  expect(found).toContain('key extractable=false')
  const encodings = [maria.password, btoa(maria.password), encodeURIComponent(maria.password)]
  for (const encoded of new Set(encodings)) expect(found).not.toContain(encoded)
  expect(found.toLowerCase()).not.toContain(Buffer.from(maria.password).toString('hex'))

  // Session cookies are not readable by scripts.
  for (const cookie of await context.cookies()) {
    expect(cookie.value).not.toContain(maria.password)
    // The only script-readable cookie merely hints at a session.
    if (cookie.name === 'clube_presence') expect(cookie.value).toBe('yes')
    else expect(cookie.httpOnly, cookie.name).toBe(true)
  }
})
