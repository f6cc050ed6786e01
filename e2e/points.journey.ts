import { expect, test } from './fixtures.ts'
import { registerAmount, unusedReceiptKey } from './receipt-steps.ts'
import { heading, join, toast } from './shopper-steps.ts'
import { joinByApi, signInStaff, staffPersonas } from './staff-steps.ts'

test.slow()

test('staff add and remove points with a reason that the customer sees @staff', async ({
  page,
  baseURL,
  openAnotherDevice,
  scanA11y,
}) => {
  const { document_id } = await join(page)
  const staff = await openAnotherDevice()
  await signInStaff(staff, staffPersonas.approver, `${baseURL}/equipe/pontos`)
  await expect(heading(staff, 'Pontos')).toBeVisible()
  const document = staff.getByRole('textbox', { name: 'CPF ou CNPJ' })
  await document.fill(document_id)
  await document.press('Enter')
  await expect(staff.getByRole('heading', { name: 'Ana Lúcia Pereira' })).toBeVisible()
  await scanA11y('a customer’s points', staff)
  await staff.getByRole('button', { name: 'Ajustar', exact: true }).click()
  await expect(staff.getByText('Informe os pontos: um número inteiro, diferente de zero.')).toBeVisible()
  await expect(staff.getByText('Por favor, selecione uma opção')).toBeVisible()
  await scanA11y('an adjustment with errors', staff)

  const adjust = async (points: string, reason: string, note: string) => {
    await staff.getByRole('textbox', { name: 'Pontos' }).fill(points)
    await staff.getByRole('radio', { name: reason }).check()
    await staff.getByRole('textbox', { name: /^Explicação/ }).fill(note)
  }
  await adjust('250', 'Cortesia do clube', 'A fila do balcão demorou demais.')
  await staff.getByRole('button', { name: 'Dar 250 pontos' }).click()
  await expect(staff.getByRole('dialog', { name: 'Dar 250 pontos?' })).toContainText('Ana Lúcia Pereira')
  await scanA11y('the confirmation of an adjustment', staff)
  await staff.getByRole('button', { name: 'Confirmar: dar 250 pontos' }).click()
  await expect(toast(staff, 'Pontos ajustados.')).toBeVisible()
  await expect(staff.getByText('250 pontos', { exact: true })).toBeVisible()

  await staff.getByRole('radio', { name: 'Tirar pontos' }).check()
  await adjust('300', 'Pontos creditados em duplicidade', 'Foram dados pontos demais.')
  await staff.getByRole('button', { name: 'Tirar 300 pontos' }).click()
  await expect(
    staff.getByText('A pessoa tem só 250 pontos. Marque o débito para tirar mais do que isso.'),
  ).toBeVisible()
  await staff.getByRole('checkbox', { name: 'Registrar 50 pontos como débito' }).check()
  await staff.getByRole('button', { name: 'Tirar 300 pontos' }).click()
  await staff.getByRole('button', { name: 'Confirmar: tirar 300 pontos' }).click()
  await expect(staff.getByText(/Deve 50 pontos/)).toBeVisible()
  await staff.reload()
  await expect(staff.getByText(/Deve 50 pontos/)).toBeVisible()
  await scanA11y('a customer’s points after adjustments', staff)

  await page.getByRole('link', { name: /Meus pontos/ }).click()
  await expect(page.getByText(/Os próximos 50 pontos acertam/)).toBeVisible()
  const lines = page.getByRole('listitem').filter({ hasText: 'Ajuste do clube' })
  await expect(lines).toHaveCount(2)
  await expect(lines.first()).toContainText('Pontos creditados em duplicidade')
  await expect(page.getByText('Foram dados pontos demais.')).toHaveCount(0)
})

test('a participation opened at the desk appears with its protocol in the customer’s account @staff', async ({
  page,
  baseURL,
  openAnotherDevice,
  scanA11y,
}) => {
  const { document_id } = await join(page)
  const staff = await openAnotherDevice()
  await signInStaff(staff, staffPersonas.attendant, `${baseURL}/equipe`)
  await expect(heading(staff, 'Balcão')).toBeVisible()
  const document = staff.getByRole('textbox', { name: 'Pessoa' })
  await document.fill(document_id)
  await document.press('Enter')
  await expect(staff.getByRole('heading', { name: 'Participação em promoção' })).toBeVisible()
  await staff.getByRole('button', { name: 'Ver promoções' }).click()
  const campaign = staff.getByRole('listitem').filter({ hasText: 'Natal no Ipê' })
  await expect(campaign.getByText('Pode participar')).toBeVisible()
  await scanA11y('the promotions of a customer at the desk', staff)
  await campaign.getByRole('button', { name: 'Abrir participação' }).click()
  await campaign.getByRole('button', { name: /^Confirmar/ }).click()
  const protocol = staff.getByText(/^(Protocolo )?\d{4}-\d{6}-\d$/)
  await expect(protocol).toBeVisible()
  await scanA11y('a protocol at the desk', staff)
  const protocolNumber = /\d{4}-\d{6}-\d/.exec((await protocol.textContent()) ?? '')?.[0] ?? ''
  await staff.getByRole('button', { name: 'Pronto, próxima pessoa' }).click()
  await expect(document).toBeFocused()

  await page.getByRole('link', { name: /Minhas participações/ }).click()
  await expect(page.getByText(`Protocolo ${protocolNumber}`)).toBeVisible()
  await expect(page.getByText(/Balcão/)).toBeVisible()
  await scanA11y('the participations')

  const { document_id: another } = await joinByApi(baseURL)
  await document.fill(another)
  await document.press('Enter')
  await expect(staff.getByRole('button', { name: 'Ver promoções' })).toBeVisible()
})

test('a receipt under review shows the points that it may earn and links to the page that shows them and how points are earned', async ({
  page,
  scanA11y,
}) => {
  await join(page)
  await page.goto('/notas/nova')
  await page.getByRole('textbox', { name: 'Chave de acesso' }).fill(unusedReceiptKey())
  await registerAmount(page)
  await expect(page.getByText('450 pontos em análise')).toBeVisible()
  await scanA11y('a received receipt with its points')
  await page.getByRole('link', { name: 'Para que servem os pontos' }).click()
  await expect(heading(page, 'Meus pontos')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Saldo' })).toContainText('450 em análise')
  await expect(page.getByText('1 ponto a cada R$ 1,00 em notas aprovadas')).toBeVisible()
  await scanA11y('the points with a receipt under review')
  await page.getByRole('link', { name: /^1 nota em análise/ }).click()
  await expect(heading(page, 'Minhas notas')).toBeVisible()
  await expect(page.getByText('450 pontos em análise, pelo valor que você informou.')).toBeVisible()
})
