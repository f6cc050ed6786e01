import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { freshCpfs, registrationOf } from '../server/src/testing/joining.ts'
import { TestBrowser } from '../server/src/testing/browser.ts'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import { registerCall } from '@clube/contract/identity/account-calls.ts'
import { expect, test } from './fixtures.ts'
import { startOtherClub, type OtherClub } from './other-club.ts'
import { unusedReceiptKey, today } from './receipt-steps.ts'
import {
  enterDocument,
  expectHome,
  fillPerson,
  finishJoining,
  heading,
  newCustomer,
  toast,
  unusedCpf,
} from './shopper-steps.ts'

/** Registers a customer by API calls. @returns the document */
async function joinClub(url: string): Promise<string> {
  const document_id = freshCpfs(1, randomInt(100_000_000, 990_000_000))[0] ?? ''
  const browser = new TestBrowser(url)
  await browser.send(checkAccountCall, { body: { document_id, terms_id: 'shd_auth_terms' } })
  const joined = await browser.send(registerCall, { body: registrationOf(document_id) })
  if (!joined.ok) throw new Error(joined.message)
  return document_id
}

const password = registrationOf('').password

async function identify(page: Page, club: OtherClub, document_id: string): Promise<void> {
  await page.goto(`${club.url}/entrar`)
  await expect(page.getByText('Informe seu documento para entrar.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Lembrar de mim' })).toHaveCount(0)
  await enterDocument(page, document_id)
  await expectHome(page)
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Confirme sua senha' })

async function enterPassword(page: Page, value: string): Promise<void> {
  await dialogOf(page).getByLabel('Senha', { exact: true }).fill(value)
  await dialogOf(page).getByRole('button', { name: 'Confirmar' }).click()
}

test.describe('a passwordless club whose sessions may participate', () => {
  let club: OtherClub
  test.beforeAll(async () => {
    club = await startOtherClub('e2e/club-passwordless.ts')
  })
  test.afterAll(() => club.stop())

  test('a passwordless session participates, another browser with the same document cannot see or cancel anything, and the password unlocks the rest @desk', async ({
    page,
    openAnotherDevice,
    scanA11y,
  }) => {
    const document_id = await joinClub(club.url)
    await identify(page, club, document_id)
    await scanA11y('Início without a password')

    await page.goto(`${club.url}/notas/nova`)
    await page.getByRole('textbox', { name: 'Chave de acesso' }).fill(unusedReceiptKey())
    await page.getByRole('textbox', { name: 'Valor total da nota' }).fill('4500')
    await page.getByRole('textbox', { name: 'Data da compra' }).fill(today)
    await page.getByRole('button', { name: 'Cadastrar', exact: true }).click()
    await expect(heading(page, 'Nota aprovada!')).toBeVisible()
    await page.goto(`${club.url}/notas`)
    await expect(
      page.getByText('Aqui está só o que você fez depois de entrar.', { exact: false }),
    ).toBeVisible()
    await scanA11y('Minhas notas without a password')

    await page.goto(`${club.url}/ingressos/natal-no-ipe`)
    const session = page.getByRole('listitem').filter({ hasText: 'Disponível' }).first()
    await session.getByRole('button', { name: 'Reservar' }).click()
    await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
    const name = page.getByRole('textbox', { name: /Nome completo/ })
    await expect(name).toHaveValue('')
    await name.fill('Bia Pereira')
    await page.getByRole('checkbox', { name: /Termos do evento/ }).check()
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await expect(heading(page, 'Ingresso confirmado!')).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR Code do ingresso de B••• P•••' })).toBeVisible()

    const other = await openAnotherDevice()
    await identify(other, club, document_id)
    await other.goto(`${club.url}/ingressos`)
    await expect(
      other.getByText('Sem a senha, aqui aparece só o que você fizer depois de entrar.'),
    ).toBeVisible()
    await expect(other.getByRole('img', { name: /QR Code/ })).toHaveCount(0)
    await expect(other.getByRole('button', { name: 'Cancelar reserva' })).toHaveCount(0)
    await other.getByRole('button', { name: 'Confirmar senha' }).click()
    await scanA11y('the password dialog', other)
    await enterPassword(other, 'Errada-123')
    await expect(other.getByText('Senha incorreta. Confira e tente novamente.')).toBeVisible()
    await enterPassword(other, password)
    await expect(dialogOf(other)).toBeHidden()
    await expect(other.getByRole('img', { name: 'QR Code do ingresso de Bia Pereira' })).toBeVisible()
    await expect(heading(other, 'Meus ingressos')).toBeVisible()

    await page.goto(`${club.url}/ingressos`)
    await page.getByRole('button', { name: 'Cancelar reserva' }).click()
    await page.getByRole('button', { name: 'Sim, cancelar' }).click()
    await expect(toast(page, 'Reserva cancelada.')).toBeVisible()

    await page.goto(`${club.url}/pontos`)
    await expect(page.getByRole('region', { name: 'Saldo' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Extrato' })).toHaveCount(0)

    await page.goto(`${club.url}/perfil`)
    await expect(dialogOf(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(heading(page, 'Confirme sua senha')).toBeVisible()
    await scanA11y('Meu perfil before the password')
    await page.getByRole('button', { name: 'Confirmar senha' }).click()
    await enterPassword(page, password)
    await expect(heading(page, 'Meu perfil')).toBeVisible()
    await expect(page.getByText('Ana Lúcia Pereira').first()).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/perfil')
  })

  test('at a kiosk a passwordless customer confirms the password without leaving the page @kiosk', async ({
    page,
    scanA11y,
  }) => {
    const document_id = await joinClub(club.url)
    await page.goto(`${club.url}/entrar?service_channel=totem`)
    await identify(page, club, document_id)
    await page.getByRole('button', { name: 'Entrar com senha' }).click()
    await scanA11y('the password dialog at a kiosk')
    await enterPassword(page, password)
    await expect(page.getByRole('region', { name: 'Seu cartão do clube' })).toContainText('Ana Lúcia Pereira')
    await page.getByRole('button', { name: 'Sair' }).click()
    await expect(heading(page, 'Login')).toBeVisible()
  })

  test('a person without an account can join at a kiosk of a passwordless club @kiosk', async ({
    page,
    scanA11y,
  }) => {
    test.setTimeout(120_000)
    const document_id = unusedCpf()
    await page.goto(`${club.url}/entrar?service_channel=totem`)
    await enterDocument(page, document_id)
    await expect(page.getByText('Não encontramos este documento no clube.')).toBeVisible()
    await scanA11y('a document without an account at a kiosk')
    await page.getByRole('button', { name: 'Criar minha conta' }).click()
    await expect(heading(page, 'Seus dados')).toBeVisible()
    await fillPerson(page, { label: 'Nome completo', ...newCustomer })
    await finishJoining(page)
    await page.getByRole('button', { name: 'Sair' }).click()
    await expect(heading(page, 'Login')).toBeVisible()
    await identify(page, club, document_id)
  })
})

test.describe('a passwordless club whose sessions only identify', () => {
  let club: OtherClub
  test.beforeAll(async () => {
    club = await startOtherClub('e2e/club-identify.ts')
  })
  test.afterAll(() => club.stop())

  test('an identified customer sees only a greeting until they enter the password', async ({
    page,
    scanA11y,
  }) => {
    await identify(page, club, await joinClub(club.url))
    await expect(page.getByRole('button', { name: 'Entrar com senha' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'O que você tem no clube' })).toHaveCount(0)
    await scanA11y('Início, greeting only')
    await page.goto(`${club.url}/notas`)
    await expect(dialogOf(page)).toBeVisible()
    await enterPassword(page, password)
    await expect(heading(page, 'Minhas notas')).toBeVisible()
  })
})
