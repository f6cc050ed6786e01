import { backdateHolds } from './club-database.ts'
import {
  addStaffSession,
  freePlacesOf,
  hoursFromNow,
  createEvent,
  createEventSession,
} from './event-steps.ts'
import { expect, test } from './fixtures.ts'
import { gateResult, openGate, validate } from './gate-steps.ts'
import { approveByKeyboard, findReceipt, unusedReceiptKey, registerAmount } from './receipt-steps.ts'
import { heading, join, newCustomer, toast } from './shopper-steps.ts'
import { signInStaff, staffPersonas } from './staff-steps.ts'
import {
  openTicketsPage,
  cancelTicket,
  confirmTicket,
  holdPlace,
  viewTicketsOffline,
} from './ticket-steps.ts'

test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|status of 502/ })
// Involves three staff members and a second shopper.
test.slow()

test('a receipt earns points, a ticket is admitted at the gate, and the place of a cancelled one is offered to the waiting list', async ({
  page,
  baseURL,
  openAnotherDevice,
}) => {
  const { slug, campaign_id } = await createEvent(baseURL)
  const starts_at = hoursFromNow(2)
  const { session_id } = await createEventSession(baseURL, campaign_id, {
    title: 'Sessão da noite',
    starts_at,
    sales_until: starts_at,
    cancel_until: hoursFromNow(1),
    capacity: 2,
    limit_per_document: 2,
  })
  const free = () => freePlacesOf(baseURL, session_id)
  const key = unusedReceiptKey()
  await page.clock.install()
  await join(page)

  await test.step('a receipt is registered by its typed key', async () => {
    await page.goto('/notas/nova')
    await page.getByRole('textbox', { name: 'Chave de acesso' }).fill(key)
    await registerAmount(page, '45000')
    await page.getByRole('link', { name: 'Ver minhas notas' }).click()
    await expect(page.getByText('Em análise', { exact: true })).toBeVisible()
  })

  await test.step('staff approve the receipt, and its points are credited', async () => {
    const staff = await openAnotherDevice()
    await signInStaff(staff, staffPersonas.validator)
    await expect(heading(staff, 'Notas')).toBeVisible()
    await findReceipt(staff, key)
    await expect(staff.getByRole('button', { name: /^Abrir a consulta/ })).toHaveCount(0)
    await staff.getByRole('button', { name: 'Pedir foto ao cliente' }).click()
    await expect(toast(staff, 'Foto pedida. O cliente vê o pedido em Minhas notas.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('A equipe pediu uma foto desta nota para poder conferi-la.')).toBeVisible()
    // A receipt without photos can be approved only after its key has been copied.
    await staff.keyboard.press('c')
    await approveByKeyboard(staff)
    await page.goto('/pontos')
    await expect(page.getByRole('region', { name: 'Saldo' })).toContainText('450')
  })

  await test.step('a held place that is not confirmed is released after 900 seconds', async () => {
    await page.goto(`/ingressos/${slug}`)
    await holdPlace(page)
    expect(await free()).toBe(1)
    await backdateHolds(session_id, 901)
    await expect.poll(free).toBe(2)
    await page.clock.fastForward(901_000)
    await expect(page.getByText('Sua reserva expirou. Faça uma nova reserva.')).toBeVisible()
  })

  await test.step('two places are held and confirmed, one after the other', async () => {
    await page.getByRole('button', { name: 'Fazer nova reserva' }).click()
    await holdPlace(page)
    await confirmTicket(page)
    await page.goto(`/ingressos/${slug}`)
    await holdPlace(page)
    await confirmTicket(page)
    expect(await free()).toBe(0)
  })

  const codes = await test.step('the tickets are shown offline', async () => {
    await page.getByRole('link', { name: 'Ver meus ingressos' }).click()
    await expect(heading(page, 'Meus ingressos')).toBeVisible()
    await viewTicketsOffline(page, newCustomer.name)
    const shown = page.getByText(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){2}$/)
    await expect(shown).toHaveCount(2)
    return shown.allTextContents()
  })
  const [admittedCode = '', cancelledCode = ''] = codes

  await test.step('the gate admits one of the tickets, once', async () => {
    const gate = await openAnotherDevice()
    await addStaffSession(gate.context(), baseURL, staffPersonas.gate_steward)
    await openGate(gate, session_id, 'Entrada B')
    await validate(gate, admittedCode)
    await expect(gateResult(gate)).toContainText('Liberado')
    await validate(gate, admittedCode)
    await expect(gateResult(gate)).toContainText(/Já utilizado às \d\d:\d\d na Entrada B/)
    await page.reload()
    await page.getByText('Usados, cancelados e de datas passadas (1)').click()
    await expect(page.getByText(/^Já utilizado em .*, às \d+h(\d\d)?, Entrada B$/)).toBeVisible()
  })

  await test.step('the other ticket is cancelled, and its place is offered to the waiting list', async () => {
    const other = await openAnotherDevice()
    await openTicketsPage(other, baseURL, slug)
    await other.getByRole('button', { name: 'Entrar na lista de espera' }).click()
    await expect(
      other.getByText('Você está na lista de espera para 1 ingresso, na 1ª posição.'),
    ).toBeVisible()
    await cancelTicket(page, cancelledCode)
    // Without a reload: the page polls.
    await expect(other.getByText(/^Chegou a sua vez: 1 ingresso para você até \d+h(\d\d)?\.$/)).toBeVisible({
      timeout: 30_000,
    })
    await other.getByRole('button', { name: 'Aceitar e reservar' }).click()
    await expect(other.getByRole('timer')).toBeVisible()
    await confirmTicket(other)
    expect(await free()).toBe(0)
  })
})
