import { addStaffSession, createEvent, createEventSession, moveEventSession } from './event-steps.ts'
import { expect, test } from './fixtures.ts'
import { messagesTo } from './recovery-steps.ts'
import { heading, toast } from './shopper-steps.ts'
import { staffPersonas } from './staff-steps.ts'
import { confirmTicket, holdPlace, openTicketsPage } from './ticket-steps.ts'

// Slow: two people in two browsers, and many axe scans.
test.slow()

test('ticket holders are notified when their session is moved or cancelled, and are told that what they used is returned @staff', async ({
  page,
  context,
  baseURL,
  openAnotherDevice,
  scanA11y,
}) => {
  const { campaign_id, slug } = await createEvent(baseURL)
  const { session_id } = await createEventSession(baseURL, campaign_id, { title: 'Curtas' })
  const shopper = await openAnotherDevice()
  const { email } = await openTicketsPage(shopper, baseURL, slug)
  await holdPlace(shopper)
  await confirmTicket(shopper)

  await addStaffSession(context, baseURL, staffPersonas.marketing)
  await page.goto(`/equipe/eventos/${session_id}`)
  await expect(heading(page, 'Curtas')).toBeVisible()
  await page.getByRole('button', { name: 'Alterar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Alterar sessão' })
  await dialog.getByLabel('Local').fill('Teatro do piso L3')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog.getByText('1 pessoa recebe um e-mail')).toBeVisible()
  await scanA11y('the review of a changed session')
  const confirmation = dialog.getByLabel('Para confirmar, digite o número de pessoas: 1')
  await expect(confirmation).toBeFocused()
  await dialog.getByRole('button', { name: 'Salvar e avisar' }).click()
  await expect(dialog.getByText('Digite 1 para confirmar')).toBeVisible()
  await confirmation.fill('1')
  await dialog.getByRole('button', { name: 'Salvar e avisar' }).click()
  await expect(toast(page, 'Sessão alterada. 1 pessoa será avisada.')).toBeVisible()

  await expect
    .poll(async () => (await messagesTo(shopper, email))[0]?.subject)
    .toMatch(/^A sua sessão mudou de lugar/)
  await shopper.goto(`${baseURL}/`)
  await shopper.getByRole('link', { name: /Uma sessão sua mudou/ }).click()
  await expect(heading(shopper, 'Meus ingressos')).toBeVisible()
  await expect(shopper.getByText('Esta sessão mudou.')).toBeVisible()
  await shopper.getByRole('button', { name: 'Cancelar sem custo' }).click()
  await expect(shopper.getByText(/O que você usou para participar é devolvido\./)).toBeVisible()
  await shopper.getByRole('button', { name: 'Sim, cancelar' }).click()
  await expect(toast(shopper, 'Reserva cancelada.')).toBeVisible()
  await shopper.goto(`${baseURL}/participacoes`)
  await expect(shopper.getByText(/Você cancelou porque a sessão mudou\./)).toBeVisible()

  const { session_id: other_id } = await createEventSession(baseURL, campaign_id, { title: 'Longa-metragem' })
  await shopper.goto(`${baseURL}/ingressos/${slug}`)
  const other = shopper.getByRole('listitem').filter({ hasText: 'Longa-metragem' })
  await other.getByRole('button', { name: 'Reservar' }).click()
  await confirmTicket(shopper)
  await page.goto(`/equipe/eventos/${other_id}`)
  await page.getByRole('button', { name: 'Cancelar sessão' }).click()
  const cancellation = page.getByRole('dialog', { name: 'Cancelar a sessão?' })
  await expect(cancellation.getByLabel('Motivo')).toBeFocused()
  await cancellation.getByLabel('Motivo').fill('Chuva forte prevista para a noite.')
  await cancellation.getByLabel('Para confirmar, digite o número de pessoas: 1').fill('1')
  await scanA11y('the cancellation of a session')
  await cancellation.getByRole('button', { name: 'Cancelar a sessão' }).click()
  await expect(toast(page, 'Sessão cancelada.')).toBeVisible()
  await expect(page.getByText('Motivo: Chuva forte prevista para a noite.')).toBeVisible()
  await expect
    .poll(async () => (await messagesTo(shopper, email))[0]?.subject)
    .toMatch(/^A sua sessão foi cancelada/)
  await shopper.goto(`${baseURL}/ingressos`)
  await expect(shopper.getByText('Esta sessão foi cancelada.')).toBeVisible()
  await shopper.goto(`${baseURL}/ingressos/${slug}`)
  await expect(other.getByText('Sessão cancelada')).toBeVisible()
  await expect(other.getByRole('button')).toHaveCount(0)
  await shopper.goto(`${baseURL}/participacoes`)
  await expect(shopper.getByText(/^A sessão foi cancelada\. O que você usou/)).toBeVisible()
})

test('a session that is moved while places are held is not confirmed until the page has shown the new place', async ({
  page,
  baseURL,
  scanA11y,
}) => {
  const { campaign_id, slug } = await createEvent(baseURL)
  const { session_id } = await createEventSession(baseURL, campaign_id, { title: 'Curtas' })
  await openTicketsPage(page, baseURL, slug)
  await holdPlace(page)
  await page.getByRole('checkbox', { name: /Termos do evento/ }).check()
  // Otherwise the page may learn of the change by polling.
  const refused = page.waitForResponse('**/event-tickets/confirm')
  await page.route('**/event-tickets/sessions?*', async (route) => {
    await refused
    await route.continue()
  })
  await moveEventSession(baseURL, session_id, 'Teatro do piso L3')
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect(toast(page, 'Esta sessão mudou: confira a data e o local antes de confirmar.')).toBeVisible()
  const change = page.getByRole('alert').filter({ hasText: 'Esta sessão mudou.' })
  await expect(change).toBeFocused()
  await expect(change.getByText(/Agora: Curtas, .+, Teatro do piso L3\.$/)).toBeVisible()
  await expect(change.getByText(/^Antes: Curtas, .+, Praça central\.$/)).toBeVisible()
  const held = page.getByRole('region', { name: 'Sua reserva' })
  await expect(held.getByText('Teatro do piso L3')).toBeVisible()
  await scanA11y('held places of a moved session')
  await page.reload()
  await expect(change).toBeVisible()
  await confirmTicket(page)
  await page.getByRole('link', { name: 'Ver meus ingressos' }).click()
  await expect(page.getByText('Esta sessão mudou.')).toBeVisible()
})
