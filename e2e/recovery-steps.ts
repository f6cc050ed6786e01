import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { enterDocument, expectHome, heading, join, toast } from './shopper-steps.ts'

export type RecoveringPerson = {
  document_id: string
  /** Unique in this run, to find messages by. */
  email: string
  /** As typed. */
  cellphone: string
  password: string
}

/** Confirms the e-mail of a signed-in customer on the profile page. */
export async function confirmEmail(page: Page, email: string): Promise<void> {
  await page.goto('/perfil')
  await page.getByRole('button', { name: 'Confirmar e-mail' }).click()
  await page.getByLabel('Código do e-mail').fill(await codeSentTo(page, email))
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await expect(toast(page, 'E-mail confirmado.')).toBeVisible()
}

/** A customer who joins, signs out and then forgets the password. */
export async function joinAndSignOut(
  page: Page,
  { hasConfirmedEmail = false }: { hasConfirmedEmail?: boolean } = {},
): Promise<RecoveringPerson> {
  const number = randomInt(10_000_000, 97_999_999)
  const contacts = {
    email: `ana.${number}@exemplo.com.br`,
    cellphone: `(11) 9${String(number).slice(0, 4)}-${String(number).slice(4)}`,
  }
  const joined = await join(page, contacts)
  if (hasConfirmedEmail) await confirmEmail(page, contacts.email)
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
  return { ...joined, ...contacts }
}

/** Goes from the first step of sign-in to the field for the e-mailed code. */
export async function startRecovery(page: Page, person: { document_id: string }): Promise<void> {
  await enterDocument(page, person.document_id)
  await expect(heading(page, 'Bem vindo de volta!')).toBeVisible()
  await page.getByRole('button', { name: 'Esqueci minha senha' }).click()
  await expect(heading(page, 'Esqueci minha senha')).toBeVisible()
  await page.getByRole('textbox', { name: 'CPF ou CNPJ' }).fill(person.document_id)
  await page.getByRole('button', { name: 'Enviar código' }).click()
  await expect(heading(page, 'Confira seu e-mail')).toBeVisible()
}

export const codeField = (page: Page) => page.getByRole('textbox', { name: 'Código de verificação' })

export async function enterCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code)
  await page.getByRole('button', { name: 'Confirmar' }).click()
}

/** Opens the other options, which revokes the pending code. */
export async function chooseAnotherOption(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Usar outra opção de verificação' }).click()
  await expect(heading(page, 'Precisamos verificar sua identidade')).toBeVisible()
}

/** Sets a new password and continues to the club. */
export async function setNewPassword(page: Page, password: string): Promise<void> {
  await expect(heading(page, 'Crie uma nova senha')).toBeVisible()
  await page.getByLabel('Nova senha', { exact: true }).fill(password)
  await page.getByLabel('Confirme a nova senha').fill(password)
  await page.getByRole('button', { name: 'Salvar nova senha' }).click()
  await expect(heading(page, 'Tudo certo!')).toBeVisible()
  await page.getByRole('button', { name: 'Entrar no clube' }).click()
  await expectHome(page)
}

type Message = {
  channel: 'email' | 'sms'
  recipient: string
  subject: string
  text: string
  created_at: string
}

/** Messages to a recipient (cellphone as typed, or e-mail address), newest first. */
export async function messagesTo(page: Page, recipient: string): Promise<Message[]> {
  const outbox = (await (await page.request.get('/dev/outbox.json')).json()) as Message[]
  const digits = recipient.replace(/\D/g, '')
  return outbox.filter(({ channel, recipient: to }) =>
    channel === 'email' ? to === recipient : to.endsWith(digits),
  )
}

const codesIn = (messages: readonly Message[]): string[] =>
  messages.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])

/** The code of the `count`th message with one; messages arrive shortly after the screen announces them. */
export async function codeSentTo(page: Page, recipient: string, count = 1): Promise<string> {
  await expect.poll(async () => codesIn(await messagesTo(page, recipient)).length).toBe(count)
  return codesIn(await messagesTo(page, recipient))[0] ?? ''
}

/** A six-digit code other than the given one. */
export const differentCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
