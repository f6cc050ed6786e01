import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import { forgotPasswordCall, recoveryOptionsCall } from '@clube/contract/recovery/code-calls.ts'
import { staffConfirmCodeCall } from '@clube/contract/staff/sign-in-calls.ts'
import { supportRecoveryCall } from '@clube/contract/recovery/support-call.ts'
import { identityPhotos } from '@clube/contract/recovery/support-form.ts'
import {
  staffCode,
  staffEmail,
  staffPersonas,
  type StaffPersona,
} from '../server/seeds/demonstration/staff.ts'
import { TestBrowser } from '../server/src/testing/browser.ts'
import { freshCpfs, registerCustomer, registrationOf } from '../server/src/testing/joining.ts'
import { waitForNextCode } from './event-steps.ts'
import { expect } from './fixtures.ts'
import { messagesTo } from './recovery-steps.ts'

export { staffPersonas }

const stepMs = 30_000
const terms_id = 'shd_auth_terms'

/** Submits e-mail and password. */
export async function enterPassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continuar' }).click()
}

/**
 * Tries the persona's valid codes, oldest first: concurrent journeys sign in as the same
 * persona, and each code is accepted once.
 */
export async function signInStaff(page: Page, persona: StaffPersona, path = '/equipe'): Promise<void> {
  await page.goto(path)
  await enterPassword(page, staffEmail(persona), persona.password)
  const field = page.getByLabel('Código do aplicativo')
  const isAccepted = async (step: number): Promise<boolean> => {
    await expect(field).toHaveValue('')
    // Not visible on the page: the previous code's error is shown until the response to this one arrives.
    const response = page.waitForResponse((answer) => answer.url().endsWith(staffConfirmCodeCall.path))
    await field.fill(staffCode(persona, new Date(Date.now() + step * stepMs)))
    if (!(await response).ok()) return false
    await expect(page.getByRole('button', { name: 'Sair' })).toBeVisible()
    return true
  }
  for (const step of [-1, 0, 1]) if (await isAccepted(step)) return
  await waitForNextCode()
  if (await isAccepted(1)) return
  throw new Error(`No code of ${persona.name} was accepted`)
}

/** The link in the `count`th invitation to an e-mail address, once it has arrived. */
export async function invitationSentTo(page: Page, email: string, count = 1): Promise<string> {
  const links = async () =>
    (await messagesTo(page, email)).flatMap(
      ({ text }) => /^http\S+\/equipe\/convite#\S+$/m.exec(text)?.[0] ?? [],
    )
  await expect.poll(async () => (await links()).length).toBe(count)
  return (await links())[0] ?? ''
}

/** Registers a complete account by API calls. */
export async function joinByApi(baseURL = ''): Promise<{ document_id: string; email: string }> {
  const document_id = freshCpfs(1, randomInt(100_000_000, 990_000_000))[0] ?? ''
  const email = `pessoa.${randomInt(1_000_000_000)}@exemplo.com.br`
  await registerCustomer(new TestBrowser(baseURL), document_id, { email })
  return { document_id, email }
}

/** Submits a remote-support request that changes both contacts. A screenshot of the page is used as the photo. */
export async function requestRecovery(
  page: Page,
  baseURL: string | undefined,
  person: { document_id: string; email: string },
): Promise<{ protocol: string }> {
  const browser = new TestBrowser(baseURL ?? '')
  const { document_id } = person
  await browser.send(checkAccountCall, { body: { document_id, terms_id } })
  await browser.send(forgotPasswordCall, { body: { document_id, terms_id, recovery_method: 'email' } })
  await browser.send(recoveryOptionsCall)
  browser.discardProof()
  const { altcha_challenge } = await browser.captchaFields()
  const registered = registrationOf(document_id)
  const form = new FormData()
  const fields = {
    document_id,
    document_type: 'cpf',
    terms_id,
    name: registered.name,
    birth_date: registered.birth_date ?? '',
    cellphone_status: 'changed',
    cellphone: '(11) 91111-2222',
    previous_cellphone: registered.cellphone,
    email_status: 'changed',
    email: `nova.${person.email}`,
    previous_email: person.email,
    extra_information: 'yes',
    extra_information_description: 'Perdi o celular na semana passada.',
    captcha_type: 'altcha',
    recaptcha_token: 'disabled',
    altcha_challenge: Buffer.from(JSON.stringify(altcha_challenge)).toString('base64'),
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const picture = await page.screenshot({ type: 'jpeg' })
  for (const name of identityPhotos)
    form.append(name, new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), `${name}.jpg`)
  const response = await fetch((baseURL ?? '') + supportRecoveryCall.path, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'sec-fetch-site': 'same-origin',
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    body: form,
  })
  const envelope = (await response.json()) as {
    success: boolean
    message?: string
    data: { protocol: string }
  }
  if (!envelope.success) throw new Error(envelope.message)
  return envelope.data
}
