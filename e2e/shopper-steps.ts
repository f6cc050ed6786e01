import { randomInt } from 'node:crypto'
import { formatCpf } from '@clube/contract/brazil/cpf.ts'
import { presenceCookie } from '@clube/contract/kernel/presence-cookie.ts'
import type { Page } from '@playwright/test'
import { TestBrowser } from '../server/src/testing/browser.ts'
import { freshCpfs, registerCustomer } from '../server/src/testing/joining.ts'
import { expect, test } from './fixtures.ts'

/** A valid, unused CPF with punctuation, unique within a run. */
export const unusedCpf = (): string => formatCpf(freshCpfs(1, randomInt(100_000_000, 990_000_000))[0] ?? '')

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** A toast of any type; its text starts with the type, for screen readers. */
export const toast = (page: Page, message: string) =>
  page.getByRole('status').or(page.getByRole('alert')).getByText(message)

/** Expects that no warning is visible right now; does not wait, because a warning could close in the meantime. */
export async function expectNoWarning(page: Page): Promise<void> {
  expect(await page.getByRole('alert').textContent()).toBe('')
}

/**
 * Waits until a prerendered page is hydrated. The page replays earlier submissions, which
 * the sign-in journeys test; all others wait.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => (globalThis as { clubeReady?: boolean }).clubeReady === true)
}

/** Submits a document in the first step of the sign-in flow. */
export async function enterDocument(
  page: Page,
  document: string,
  options: { label?: string; remember?: boolean } = {},
): Promise<void> {
  await waitForHydration(page)
  const field = page.getByRole('textbox', { name: options.label ?? 'CPF ou CNPJ' })
  await field.fill(document)
  if (options.remember) await page.getByRole('checkbox', { name: 'Lembrar de mim' }).check()
  await page.getByRole('button', { name: 'Continuar' }).click()
}

/** Signs in from the start of the flow and waits for the home page. */
export async function signIn(
  page: Page,
  person: { document_id: string; password: string; remember?: boolean },
): Promise<void> {
  await enterDocument(page, person.document_id, person)
  await expect(heading(page, 'Bem vindo de volta!')).toBeVisible()
  await page.getByLabel('Senha', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expectHome(page)
}

export async function expectHome(page: Page): Promise<void> {
  await expect(heading(page, /^(Bom dia|Boa tarde|Boa noite)/)).toBeVisible()
}

/** Data of the customer who joins in the journeys. */
export const newCustomer = {
  name: 'Ana Lúcia Pereira',
  birth_date: '20/03/1990',
  cellphone: '(11) 98888-7777',
  email: 'ana.lucia@exemplo.com.br',
  password: 'Jabuticaba-9',
} as const

/** Fills in the first step of the registration with the default or given contacts; companies have no birth date. */
export async function fillPerson(
  page: Page,
  person: { label: string; name: string; birth_date?: string; cellphone?: string; email?: string },
): Promise<void> {
  const { label, name, birth_date, cellphone = newCustomer.cellphone, email = newCustomer.email } = person
  await page.getByRole('textbox', { name: label }).fill(name)
  if (birth_date) await page.getByRole('textbox', { name: 'Data de nascimento' }).fill(birth_date)
  await page.getByRole('textbox', { name: 'Celular' }).fill(cellphone)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
}

/** Fills in the address by CEP, then the street number. */
export async function fillAddressByCep(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'CEP' }).fill('01001-000')
  await expect(page.getByRole('combobox', { name: 'Endereço' })).toHaveValue('da Sé')
  await page.getByRole('textbox', { name: 'Número' }).fill('100')
}

export async function fillPasswords(page: Page, password: string): Promise<void> {
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByLabel('Confirme a senha').fill(password)
}

export async function acceptTerms(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /Termos de adesão ao clube/ }).check()
  await page.getByRole('checkbox', { name: /Regulamento do clube/ }).check()
  await page.getByRole('button', { name: 'Concluir cadastro' }).click()
}

/** Completes the registration from its filled-in first step and waits for the home page. */
export async function finishJoining(page: Page): Promise<void> {
  await continueTo(page, 'Seu endereço')
  await fillAddressByCep(page)
  await continueTo(page, 'Crie sua senha')
  await fillPasswords(page, newCustomer.password)
  await continueTo(page, 'Falta só o seu aceite')
  await acceptTerms(page)
  await expectHome(page)
}

/** Joins by API calls with a generated CPF, and opens the home page; `joinByForm` is for journeys about joining. */
export async function join(
  page: Page,
  options: { origin?: string; cellphone?: string; email?: string } = {},
): Promise<{ document_id: string; password: string }> {
  const { origin = test.info().project.use.baseURL ?? '', ...contacts } = options
  const document_id = unusedCpf()
  const browser = await registerCustomer(new TestBrowser(origin), document_id, contacts)
  const cookies = [...browser.cookies].map(([name, value]) => ({
    name,
    value,
    url: origin,
    httpOnly: name !== presenceCookie,
    sameSite: 'Lax' as const,
  }))
  await page.context().addCookies(cookies)
  await page.goto(`${origin}/`)
  await expectHome(page)
  return { document_id, password: newCustomer.password }
}

/** Joins with a generated CPF from `/entrar` and waits for the home page. */
export async function joinByForm(page: Page, contacts: { email?: string } = {}): Promise<void> {
  await page.goto('/entrar')
  await enterDocument(page, unusedCpf())
  await expect(heading(page, 'Seus dados')).toBeVisible()
  await fillPerson(page, { label: 'Nome completo', ...newCustomer, ...contacts })
  await finishJoining(page)
}

export async function continueTo(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(heading(page, title)).toBeVisible()
}

/** Changes the password in *Meu perfil*. */
export async function changePassword(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: 'Trocar: Senha' }).click()
  await page.getByLabel('Senha atual').fill(from)
  await page.getByLabel('Nova senha', { exact: true }).fill(to)
  await page.getByLabel('Confirme a nova senha').fill(to)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(toast(page, 'Sua senha foi trocada.')).toBeVisible()
}

/**
 * Everything a script of the page can read from the browser, as one string: both storages, every record of every
 * IndexedDB as bytes and structure, every cached response, script-visible cookies, and the history state.
 */
export const readAllStorage = (page: Page): Promise<string> =>
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

/** Waits until the app's worker has cached the app. */
export async function waitForOfflineApp(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect
    .poll(() =>
      page.evaluate(async () => (await caches.keys()).some((name) => name.startsWith('clube-app-'))),
    )
    .toBe(true)
}
