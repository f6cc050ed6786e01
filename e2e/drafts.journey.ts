import type { Page } from '@playwright/test'
import { addStaffSession, createEvent, createEventSession } from './event-steps.ts'
import { expect, test } from './fixtures.ts'
import { enterDocument, heading, join, readAllStorage } from './shopper-steps.ts'
import { signInStaff, staffPersonas } from './staff-steps.ts'

test.slow()

const restored = (page: Page) => page.getByText('Continuamos de onde você parou')
const draftKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('clube_draft/')))

test('a receipt and the names of a reservation survive a reload and an expired session, and signing out erases them', async ({
  page,
  context,
  baseURL,
  scanA11y,
}) => {
  const { slug, campaign_id } = await createEvent(baseURL)
  await createEventSession(baseURL, campaign_id, { limit_per_document: 2 })
  const { document_id, password } = await join(page)

  await page.goto('/notas/nova')
  const amount = page.getByRole('textbox', { name: 'Valor total da nota' })
  await amount.fill('8990')
  await page.reload()
  await expect(amount).toHaveValue(/89,90$/)
  await expect(restored(page)).toBeVisible()
  await scanA11y('a restored receipt')

  await page.goto(`/ingressos/${slug}`)
  await page.getByRole('button', { name: 'Um ingresso a mais' }).click()
  await page.getByRole('button', { name: 'Reservar' }).click()
  const guest = page.getByRole('textbox', { name: 'Nome completo do participante 2' })
  await guest.fill('Convidada Antunes')
  await page.reload()
  await expect(guest).toHaveValue('Convidada Antunes')

  // The session ends while the names are being typed.
  await context.clearCookies()
  await guest.fill('Convidada Antunes Lima')
  await page.getByRole('checkbox', { name: /Termos do evento/ }).check()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page).toHaveURL(`/entrar?voltar=${encodeURIComponent(`/ingressos/${slug}`)}`)
  await enterDocument(page, document_id)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(guest).toHaveValue('Convidada Antunes Lima')
  await expect(restored(page)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /Termos do evento/ })).not.toBeChecked()

  expect(await draftKeys(page)).toHaveLength(2)
  await page.goto('/perfil')
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
  expect(await draftKeys(page)).toEqual([])
  expect(await readAllStorage(page)).not.toContain('Convidada')
})

test('an unsaved campaign survives a reload, a visit to another page and an expired session, and signing out erases it @staff', async ({
  page,
  context,
  baseURL,
  scanA11y,
}) => {
  const path = '/equipe/promocoes/nova'
  await addStaffSession(context, baseURL, staffPersonas.marketing)
  await page.goto(path)
  const title = page.getByLabel('Nome', { exact: true })
  await title.fill('Festival de Outono')
  await page.reload()
  await expect(title).toHaveValue('Festival de Outono')
  await page.getByLabel('Resumo').fill('Um filme ao ar livre.')
  const desks = page.getByRole('navigation', { name: 'Mesas' })
  await desks.getByRole('link', { name: 'Documentos' }).click()
  await expect(heading(page, 'Documentos')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Resumo')).toHaveValue('Um filme ao ar livre.')
  await scanA11y('a restored promotion')

  await context.clearCookies()
  await signInStaff(page, staffPersonas.marketing, path)
  await expect(heading(page, 'Nova promoção')).toBeVisible()
  await expect(title).toHaveValue('Festival de Outono')
  await expect(restored(page)).toBeVisible()
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(heading(page, 'Entrada da equipe')).toBeVisible()
  expect(await draftKeys(page)).toEqual([])
})

test('a form that cannot be stored requires confirmation before a link, the back button or a reload leaves it', async ({
  page,
  context,
  baseURL,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await addStaffSession(context, baseURL, staffPersonas.marketing)
  await page.goto('/equipe/documentos')
  await page.getByRole('button', { name: 'Publicar versão' }).click()
  const text = page.getByRole('textbox', { name: 'Texto' })
  await text.fill('A participação é gratuita.')
  const question = page.getByRole('dialog', { name: 'Sair desta página?' })
  const stay = async () => {
    await expect(question).toBeVisible()
    await page.getByRole('button', { name: 'Ficar aqui' }).click()
    await expect(text).toHaveValue('A participação é gratuita.')
    await expect(page).toHaveURL(/\/documentos\/novo$/)
  }
  await page.getByRole('link', { name: 'Voltar aos documentos' }).click()
  await stay()
  await page.goBack()
  await stay()
  const dialogs: string[] = []
  page.once('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.accept()
  })
  await page.reload()
  expect(dialogs).toEqual(['beforeunload'])
  await expect(text).toHaveValue('')
  await text.fill('Outro texto.')
  await page.goBack()
  await page.getByRole('button', { name: 'Sair sem guardar' }).click()
  await expect(heading(page, 'Documentos')).toBeVisible()
})
