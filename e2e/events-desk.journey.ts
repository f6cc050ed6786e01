import type { Page } from '@playwright/test'
import { clubDayOf, defaultTimeZone } from '../contract/src/kernel/club-time.ts'
import { addStaffSession, createEvent } from './event-steps.ts'
import { expect, test } from './fixtures.ts'
import { heading, newCustomer, signIn, toast } from './shopper-steps.ts'
import { joinByApi, staffPersonas } from './staff-steps.ts'

// Slow: two people in two browsers, and many axe scans.
test.slow()

/** A counter of the desk, by its title. */
const counter = (page: Page, title: string) =>
  page
    .getByLabel('Números do momento')
    .locator('div')
    .filter({ hasText: new RegExp(`^${title}`) })

/** A time of day, `days` days from now, in the format of a date-time field. */
const clubDateTime = (days: number, hour: string): string => {
  const day = new Date(Date.now() + days * 24 * 3_600_000)
  return `${clubDayOf(day, defaultTimeZone)}T${hour}`
}

test('marketing plans a session, sees its sales, and cannot reduce the capacity below the places held or sold @staff', async ({
  page,
  context,
  baseURL,
  openAnotherDevice,
  scanA11y,
}) => {
  const { campaign_id, slug, title } = await createEvent(baseURL)
  await addStaffSession(context, baseURL, staffPersonas.marketing)
  await page.goto('/equipe/eventos')
  await expect(heading(page, 'Eventos')).toBeVisible()
  await page.getByLabel('Promoção').selectOption({ label: 'Natal no Ipê' })
  await expect(page.getByRole('button', { name: 'Orquestra do bairro' })).toBeVisible()
  await scanA11y('Eventos')
  await page.getByLabel('Promoção').selectOption({ label: title })
  await expect(page.getByText('Esta promoção ainda não tem sessões.')).toBeVisible()

  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Nova sessão' })
  await expect(dialog.getByLabel('Título')).toBeFocused()
  await scanA11y('Nova sessão')
  await dialog.getByLabel('Título').fill('Curtas brasileiros')
  await dialog.getByLabel('Local').fill('Praça central')
  await dialog.getByLabel('Início').fill(clubDateTime(7, '20:00'))
  await dialog.getByLabel('Capacidade').fill('5')
  await dialog.getByLabel('Limite por CPF').fill('6')
  await expect(dialog.getByLabel('Reservas até')).toHaveValue(clubDateTime(7, '19:00'))
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog.getByText('O limite por CPF não pode passar da capacidade.')).toBeVisible()
  await dialog.getByLabel('Limite por CPF').fill('4')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(heading(page, 'Curtas brasileiros')).toBeVisible()
  await expect(counter(page, 'Livres')).toHaveText('Livres5')
  await scanA11y('a session')

  const shopper = await openAnotherDevice()
  const person = await joinByApi(baseURL)
  await shopper.goto(`${baseURL}/entrar`)
  await signIn(shopper, { ...person, password: newCustomer.password })
  await shopper.goto(`${baseURL}/ingressos/${slug}`)
  await shopper.getByRole('button', { name: 'Um ingresso a mais' }).click()
  await shopper.getByRole('button', { name: 'Reservar' }).click()
  await expect(shopper.getByRole('timer')).toBeVisible()
  await expect(counter(page, 'Reservados')).toHaveText('Reservados2')
  await shopper.getByRole('textbox', { name: 'Nome completo do participante 2' }).fill('Bia Pereira')
  await shopper.getByRole('checkbox', { name: /Termos do evento/ }).check()
  await shopper.getByRole('button', { name: 'Confirmar' }).click()
  await expect(heading(shopper, 'Ingressos confirmados!')).toBeVisible()
  await expect(counter(page, 'Vendidos')).toHaveText('Vendidos2')
  await expect(counter(page, 'Livres')).toHaveText('Livres3')

  await page.getByRole('button', { name: 'Alterar' }).click()
  const editDialog = page.getByRole('dialog', { name: 'Alterar sessão' })
  await editDialog.getByLabel('Limite por CPF').fill('1')
  await editDialog.getByLabel('Capacidade').fill('1')
  await editDialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(
    editDialog.getByText('Já há 2 lugares reservados ou vendidos. A capacidade não pode ser menor.'),
  ).toBeVisible()
  await expect(editDialog.getByLabel('Capacidade')).toBeFocused()
  await scanA11y('a refused capacity')
  await editDialog.getByLabel('Capacidade').fill('2')
  await editDialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(toast(page, 'Sessão alterada.')).toBeVisible()
  await expect(counter(page, 'Livres')).toHaveText('Livres0')

  await page.getByRole('button', { name: 'Atualizar lista' }).click()
  const ticket = page.getByRole('row').filter({ hasText: 'Bia Pereira' })
  await expect(ticket).toContainText(/\*\*\*\.\d{3}\.\d{3}-\*\*/)
  await expect(page.getByText(person.document_id)).toHaveCount(0)
  await page.getByLabel('Buscar por nome ou código').fill('lucia')
  await page.getByLabel('Buscar por nome ou código').press('Enter')
  await expect(ticket).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: newCustomer.name })).toHaveCount(1)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Baixar CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('ingressos.csv')
  await page.getByRole('button', { name: 'Reservas', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Confirmada' }).last()).toContainText('Site')
  await scanA11y('the reservations of a session')
  await page.getByRole('button', { name: 'Lista de espera' }).click()
  await expect(page.getByText('Ninguém está na lista de espera.')).toBeVisible()
  await page.getByRole('link', { name: 'Voltar às sessões (B)' }).click()
  await expect(page).toHaveURL(new RegExp(`promocao=${campaign_id}$`))
  await expect(page.getByRole('button', { name: 'Curtas brasileiros' })).toBeVisible()
})
