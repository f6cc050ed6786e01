import { addStaffSession } from './event-steps.ts'
import { expect, test } from './fixtures.ts'
import { leave, shownTicket, ticketField, unusedTicket } from './parking-steps.ts'
import { heading, toast } from './shopper-steps.ts'
import { joinByApi, staffPersonas } from './staff-steps.ts'

// Each journey registers a person, and staff with several roles act.
test.slow()

test('the desk applies a voucher by keyboard, and a supervisor undoes it with a reason @staff', async ({
  page,
  context,
  baseURL,
  openAnotherDevice,
  scanA11y,
}) => {
  const { document_id } = await joinByApi(baseURL)
  const ticket = unusedTicket()
  await addStaffSession(context, baseURL ?? '', staffPersonas.attendant)
  await page.goto('/equipe/estacionamento')
  await expect(heading(page, 'Estacionamento: Aplicar')).toBeVisible()
  await scanA11y('the idle desk Estacionamento')

  await test.step('ticket and document are typed in one go', async () => {
    await expect(ticketField(page)).toBeFocused()
    await page.keyboard.type(ticket)
    await page.keyboard.press('Tab')
    await page.keyboard.type(document_id)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Ticket' })).toContainText('Subsolo e edifício-garagem')
    await expect(page.getByRole('region', { name: 'Pessoa' })).toContainText('faltam R$ 150,00')
    await scanA11y('a ticket and a person')
  })

  await test.step('without a right, a courtesy is applied with a reason', async () => {
    await page.keyboard.press('Space')
    await expect(page.getByRole('radio', { name: /^Cortesia/ })).toBeChecked()
    await page.keyboard.press('Tab')
    await page.keyboard.type('A cancela não abriu.')
    await page.keyboard.press('Enter')
    // The local car park may be losing an answer for another journey.
    await expect(page.getByRole('heading', { name: /^Estacionamento liberado até/ })).toBeVisible({
      timeout: 120_000,
    })
    await scanA11y('an applied voucher at the desk')
    await page.keyboard.press('n')
    await expect(ticketField(page)).toBeFocused()
    await expect(ticketField(page)).toHaveValue('')
  })

  const supervisor = await openAnotherDevice()
  await addStaffSession(supervisor.context(), baseURL ?? '', staffPersonas.gift_supervisor)
  await test.step('the supervisor finds it among the vouchers of the day, and undoes it', async () => {
    await supervisor.goto(`${baseURL}/equipe/estacionamento/vales`)
    await expect(heading(supervisor, 'Estacionamento: Vales do dia')).toBeVisible()
    await scanA11y('the vouchers of the day', supervisor)
    await supervisor.getByRole('button', { name: shownTicket(ticket) }).click()
    await expect(supervisor.getByText('Cortesia: A cancela não abriu.')).toBeVisible()
    await supervisor.keyboard.press('d')
    await expect(supervisor.getByRole('textbox', { name: 'Motivo' })).toBeFocused()
    await supervisor.keyboard.type('Ticket de outra pessoa.')
    await scanA11y('undoing a voucher', supervisor)
    await supervisor.keyboard.press('Enter')
    await expect(toast(supervisor, 'Vale desfeito. O que a pessoa usou voltou para ela.')).toBeVisible()
    await expect(supervisor.getByRole('row', { name: shownTicket(ticket) })).toContainText('Cancelado')
  })

  await test.step('a voucher whose car left cannot be undone', async () => {
    await page.keyboard.type(ticket)
    await page.keyboard.press('Tab')
    await page.keyboard.type(document_id)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Pessoa' })).toBeVisible()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Ticket conferido.')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: /^Estacionamento liberado até/ })).toBeVisible({
      timeout: 120_000,
    })
    await supervisor.reload()
    await leave(page, ticket)
    await supervisor
      .getByRole('row', { name: shownTicket(ticket) })
      .first()
      .getByRole('button')
      .click()
    await supervisor.keyboard.press('d')
    await supervisor.getByRole('textbox', { name: 'Motivo' }).fill('Ticket de outra pessoa.')
    await supervisor.keyboard.press('Enter')
    await expect(
      toast(supervisor, 'O carro já saiu do estacionamento: o vale não pode mais ser desfeito.'),
    ).toBeVisible()
  })
})

test('what the car park did not settle is decided, a day is compared, and the report is downloaded @staff', async ({
  page,
  context,
  baseURL,
  scanA11y,
}) => {
  await addStaffSession(context, baseURL ?? '', staffPersonas.reconciler)
  await page.goto('/equipe/estacionamento')
  await expect(heading(page, 'Estacionamento: A decidir')).toBeVisible()

  await test.step('a case is decided with a reason', async () => {
    const first = page.getByRole('row').nth(1)
    await expect(first).toBeVisible()
    const count = await page.getByRole('row').count()
    await scanA11y('the vouchers to decide')
    await page.keyboard.press('l')
    await page.keyboard.press('Enter')
    await page.keyboard.press('n')
    await expect(page.getByRole('textbox', { name: 'O que foi conferido' })).toBeFocused()
    await page.keyboard.type('A operação confirmou por telefone.')
    await scanA11y('deciding a voucher')
    await page.getByRole('dialog').getByRole('button', { name: 'Não foi aplicado' }).click()
    await expect(toast(page, 'Vale encerrado sem desconto.')).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(count === 2 ? 0 : count - 1)
  })

  await test.step('today is compared with the car park’s list', async () => {
    await page.getByRole('link', { name: 'Conferência' }).click()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await scanA11y('the days of the car park')
    await page.getByRole('row').nth(1).getByRole('button').click()
    await page.keyboard.press('c')
    await expect(toast(page, 'Conferido: ')).toBeVisible()
    await scanA11y('a compared day')
  })

  await test.step('the report of the month is downloaded as a table', async () => {
    await page.getByRole('link', { name: 'O que devemos' }).click()
    await expect(page.getByRole('region', { name: 'Totais do período' })).toContainText(
      'A pagar ao estacionamento',
    )
    await scanA11y('what the club owes the car park')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Baixar em CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('estacionamento.csv')
  })
})
