import { randomInt } from 'node:crypto'
import { registerCall } from '@clube/contract/identity/account-calls.ts'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { TestBrowser } from '../server/src/testing/browser.ts'
import { freshCpfs, registrationOf } from '../server/src/testing/joining.ts'

/** The promotion of the demonstration's partner. */
export const partnerPromotion = {
  slug: 'milhas-no-ipe',
  title: 'Seus pontos valem mais',
  partner: 'Voe Mais',
} as const

/** The local partner links an account with one of these beginnings to any document; its debits fail in one way. */
export const failingAccounts = { noBalance: '402', noAnswer: '504' } as const
const failingProof = '123456'

/** Registers a customer by API calls and signs a browser of the journey in. */
export async function joinAs(context: BrowserContext, baseURL = ''): Promise<{ password: string }> {
  const document_id = freshCpfs(1, randomInt(100_000_000, 990_000_000))[0] ?? ''
  const browser = new TestBrowser(baseURL)
  const registration = registrationOf(document_id)
  await browser.send(checkAccountCall, { body: { document_id, terms_id: 'shd_auth_terms' } })
  const joined = await browser.send(registerCall, { body: registration })
  if (!joined.ok) throw new Error(joined.message)
  await context.addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url: baseURL })))
  return { password: registration.password }
}

/** Fills in and submits the form that links an account; it leads back to where the person came from. */
export async function linkAccount(
  page: Page,
  member_number: string,
  proof: string = failingProof,
): Promise<void> {
  await page.getByLabel(`Número da sua conta ${partnerPromotion.partner}`).fill(member_number)
  await page.getByLabel(proofLabel).fill(proof)
  await page.getByRole('checkbox', { name: /^Autorizo o clube/ }).check()
  await page.getByRole('button', { name: 'Vincular conta' }).click()
}

export const proofLabel = 'Código de vínculo'

/** A new account number with the given beginning. */
export const accountNumber = (beginning: string): string => `${beginning}${randomInt(10_000, 100_000)}`

export const pointsField = (page: Page) =>
  page.getByRole('textbox', { name: `Quantos pontos do ${partnerPromotion.partner} você quer trocar?` })
export const pointsSlider = (page: Page) => page.getByRole('slider')
