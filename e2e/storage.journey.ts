import { personas } from '../server/seeds/demonstration/personas.ts'
import { expect, test } from './fixtures.ts'
import { readAllStorage, signIn } from './shopper-steps.ts'

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
