import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { continueTo, enterDocument, fillPerson, heading, unusedCpf, newCustomer } from './shopper-steps.ts'

const combobox = (page: Page, name: string) => page.getByRole('combobox', { name })
/** The rows of an open list; cities have their state after the name. */
const rows = (page: Page, list: string, name: string | RegExp = '') =>
  page.getByRole('listbox', { name: list }).getByRole('option', { name })

/** The empty second step of the registration. */
async function openAddressStep(page: Page) {
  await page.goto('/entrar')
  await enterDocument(page, unusedCpf())
  await expect(heading(page, 'Seus dados')).toBeVisible()
  await fillPerson(page, { label: 'Nome completo', ...newCustomer })
  await continueTo(page, 'Seu endereço')
}

test('an address is chosen from lists of states, cities, neighborhoods and streets', async ({
  page,
  scanA11y,
}) => {
  await openAddressStep(page)

  // Without a city, neighborhood and street are free text (spec §2).
  await expect(page.getByRole('textbox', { name: 'Bairro' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Endereço' })).toBeVisible()

  await combobox(page, 'Estado').click()
  await expect(page.getByRole('listbox', { name: 'Estado' })).toBeVisible()
  await scanA11y('the open list of states')
  await combobox(page, 'Estado').fill('rj')
  await expect(rows(page, 'Estado')).toHaveText(['Rio de JaneiroRJ'])
  await combobox(page, 'Estado').fill('sao p')
  await rows(page, 'Estado', 'São Paulo').click()
  await expect(combobox(page, 'Estado')).toHaveValue('São Paulo')

  await combobox(page, 'Cidade').pressSequentially('campinas')
  await expect(page.getByText('Carregando...').first()).toBeVisible()
  await rows(page, 'Cidade', /^Campinas/).click()
  await expect(combobox(page, 'Cidade')).toHaveValue('Campinas')

  await combobox(page, 'Bairro').click()
  await expect(rows(page, 'Bairro').first()).toBeVisible()
  await combobox(page, 'Bairro').pressSequentially('camb')
  await rows(page, 'Bairro', 'Cambuí').click()
  await expect(combobox(page, 'Bairro')).toHaveValue('Cambuí')

  await combobox(page, 'Endereço').click()
  await expect(rows(page, 'Endereço').first()).toBeVisible()
  await scanA11y('the open list of streets')
  await combobox(page, 'Endereço').pressSequentially('xyzxyz')
  await expect(page.getByText('Nenhum resultado encontrado').first()).toBeVisible()
  await scanA11y('a list without results')
  await combobox(page, 'Endereço').fill('')
  await rows(page, 'Endereço', 'Rua Coronel Quirino').click()
  await expect(combobox(page, 'Endereço')).toHaveValue('Coronel Quirino')
  await expect(combobox(page, 'Logradouro')).toHaveValue('street')

  // Another state clears the fields that depend on it.
  await combobox(page, 'Estado').fill('paraná')
  await rows(page, 'Estado', 'Paraná').click()
  await expect(combobox(page, 'Cidade')).toHaveValue('')
  await expect(page.getByRole('textbox', { name: 'Endereço' })).toHaveValue('')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(
    page.getByText('CEP inválido').or(page.getByText('Este campo não pode estar vazio')).first(),
  ).toBeVisible()
  await expect(page.getByText('Por favor selecione uma opção')).toBeVisible()
  await scanA11y('Seu endereço with errors')
})

test('a long list loads its next page when scrolled to the end', async ({ page }) => {
  await openAddressStep(page)
  await combobox(page, 'Estado').fill('sp')
  await rows(page, 'Estado', 'São Paulo').click()
  await combobox(page, 'Cidade').click()
  await expect(rows(page, 'Cidade', 'Adamantina')).toBeVisible()
  const listedCount = async () => Number(await rows(page, 'Cidade').first().getAttribute('aria-setsize'))
  const firstPage = await listedCount()
  expect(firstPage).toBeGreaterThan(0)
  await page.getByRole('listbox', { name: 'Cidade' }).evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await expect.poll(listedCount).toBeGreaterThan(firstPage)
})

test('after an unknown CEP the address can be typed', async ({ page, scanA11y }) => {
  await openAddressStep(page)
  const cep = page.getByRole('textbox', { name: 'CEP' })
  await cep.pressSequentially('99999999')
  await expect(cep).toHaveValue('99999-999')
  await expect(page.getByText('Não encontramos este CEP. Preencha abaixo.')).toBeVisible()
  await scanA11y('an unknown CEP')
  await page.getByRole('textbox', { name: 'Endereço' }).fill('das Acácias')
  await expect(page.getByRole('textbox', { name: 'Endereço' })).toHaveValue('das Acácias')
})
