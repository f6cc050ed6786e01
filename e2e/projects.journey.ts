import { randomInt } from 'node:crypto'
import { addStaffSession } from './event-steps.ts'
import { expect, test } from './fixtures.ts'
import { heading, join, toast } from './shopper-steps.ts'
import { staffPersonas } from './staff-steps.ts'

// A person and an analyst act in turns.
test.slow()

test('a project with a photo is rejected with a reason, registered again, approved, and gives its points', async ({
  page,
  baseURL,
  openAnotherDevice,
  scanA11y,
}) => {
  const purchase = `CN-${randomInt(300_000, 999_999)}`
  const registration = `RRT-${randomInt(20_000_000, 99_999_999)}`
  const analyst = await openAnotherDevice()
  await addStaffSession(analyst.context(), baseURL ?? '', staffPersonas.brand_analyst)

  await test.step('the analyst imports the purchase: first a file with an error, then a corrected one', async () => {
    await analyst.goto(`${baseURL}/equipe/projetos`)
    await expect(heading(analyst, 'Projetos: Casa Nova')).toBeVisible()
    await scanA11y('the desk Projetos', analyst)
    await analyst.getByRole('button', { name: 'Carregar compras' }).click()
    const file = analyst.getByLabel('Arquivo de compras')
    const csv = (...lines: string[]) => ({
      name: 'compras.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['numero_da_compra', ...lines, ''].join('\r\n')),
    })
    await file.setInputFiles(csv(purchase, 'CN-12'))
    await expect(analyst.getByText('Linha 3: “CN-12” não é um número de compra como')).toBeVisible()
    // The lists are loaded again first; until then no other file can be chosen.
    await expect(analyst.getByRole('button', { name: 'Escolher outro arquivo' })).toBeEnabled()
    await file.setInputFiles(csv(purchase))
    await expect(analyst.getByText('1 compra nova')).toBeVisible()
    await scanA11y('imported purchases', analyst)
    await analyst.keyboard.press('Escape')
  })

  await join(page)
  const register = async () => {
    await page.goto('/promocoes/projeto-casa-nova')
    await page.getByRole('link', { name: 'Cadastrar projeto' }).click()
    await page.getByLabel('Número da compra').fill(purchase.toLowerCase())
    await page.getByLabel('Número de registro do projeto').fill(registration.replace('-', ' '))
  }
  const submit = () => page.getByRole('button', { name: 'Cadastrar projeto' }).click()
  const project = page.getByRole('article').filter({ hasText: purchase })

  await test.step('the phone registers the project with a photo, and shows when the answer comes', async () => {
    await register()
    await page.getByLabel('Escolher arquivo').setInputFiles({
      name: 'projeto.jpg',
      mimeType: 'image/jpeg',
      buffer: await page.screenshot({ type: 'jpeg' }),
    })
    await scanA11y('the form of a project with a file')
    await submit()
    await expect(toast(page, 'Projeto em análise. A resposta chega até')).toBeVisible()
    await expect(heading(page, 'Meus projetos')).toBeVisible()
    await expect(project).toContainText('Em análise')
    await expect(project).toContainText(/Resposta até \d\d\/\d\d\/\d{4}/)
    await expect(project).toContainText('Um arquivo recebido.')
  })

  const search = analyst.getByLabel('Número da compra, de registro ou protocolo')
  const open = async () => {
    await search.fill(purchase)
    await search.press('Enter')
    await analyst
      .getByRole('row')
      .filter({ hasText: 'Recebido' })
      .getByRole('button', { name: purchase })
      .click()
  }

  await test.step('the analyst downloads the photo and rejects the project with a reason', async () => {
    await open()
    const [photo] = await Promise.all([
      analyst.waitForEvent('download'),
      analyst.getByRole('button', { name: 'Baixar foto de' }).click(),
    ])
    expect(photo.suggestedFilename()).toMatch(/\.jpg$/)
    await analyst.getByRole('button', { name: 'Recusar' }).click()
    await analyst.getByLabel('Motivo').fill('A foto está ilegível.')
    await scanA11y('the reason of a rejection', analyst)
    await analyst.getByRole('button', { name: 'Recusar projeto' }).click()
    await expect(toast(analyst, 'Projeto recusado.')).toBeVisible()
  })

  await test.step('the phone shows the reason, and the same numbers are registered again', async () => {
    await page.reload()
    await expect(project).toContainText('A foto está ilegível.')
    await scanA11y('a rejected project')
    await register()
    await submit()
    await expect(project.first()).toContainText('Em análise')
  })

  await test.step('the analyst approves it and downloads the export', async () => {
    await analyst.reload()
    await open()
    await analyst.getByRole('button', { name: 'Aprovar' }).click()
    await analyst.getByRole('button', { name: 'Confirmar: aprovar' }).click()
    await expect(toast(analyst, 'Projeto aprovado.')).toBeVisible()
    const [exported] = await Promise.all([
      analyst.waitForEvent('download'),
      analyst.getByRole('link', { name: 'Baixar em CSV' }).click(),
    ])
    expect(exported.suggestedFilename()).toBe('projetos.csv')
  })

  await test.step('the phone shows the points', async () => {
    await page.reload()
    await expect(project.first()).toContainText('+ 500 pontos')
  })
})
