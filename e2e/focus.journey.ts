import { createEvent, createEventSession } from './event-steps.ts'
import { expect, test } from './fixtures.ts'
import { expectFocusKept } from './focus-steps.ts'
import { heading, join, joinByForm, newCustomer } from './shopper-steps.ts'
import { reserveTickets, cancelTicket, confirmTicket, holdPlace, openTicketsPage } from './ticket-steps.ts'

test('a page reached from a list focuses its heading, and joining keeps the focus on the page', async ({
  page,
}) => {
  await page.goto('/promocoes')
  await page.getByRole('link', { name: /Natal no Ipê/ }).click()
  await expect(heading(page, 'Natal no Ipê')).toBeFocused()
  await joinByForm(page)
  await expectFocusKept(page, 'joining')
})

test('reserving, joining and leaving a waiting list, and cancelling keep the focus on the page', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const { slug, campaign_id } = await createEvent(baseURL)
  await createEventSession(baseURL, campaign_id, { capacity: 2 })
  const full = await createEvent(baseURL)
  const { session_id } = await createEventSession(baseURL, full.campaign_id, { capacity: 1 })
  await reserveTickets(baseURL, { campaign_id: full.campaign_id, session_id, quantity: 1 })

  await openTicketsPage(page, baseURL, full.slug)
  await page.getByRole('button', { name: 'Entrar na lista de espera' }).press('Enter')
  await expect(page.getByText(/Você está na lista de espera/)).toBeVisible()
  await expectFocusKept(page, 'joining a waiting list')
  await page.getByRole('button', { name: 'Sair da lista de espera' }).press('Enter')
  await page.getByRole('button', { name: 'Sim, sair da lista' }).click()
  await expect(page.getByRole('button', { name: 'Entrar na lista de espera' })).toBeVisible()
  await expectFocusKept(page, 'leaving a waiting list')

  await page.goto(`/ingressos/${slug}`)
  await page.getByRole('button', { name: 'Reservar' }).press('Enter')
  await expect(page.getByRole('timer')).toBeVisible()
  await expectFocusKept(page, 'reserving')
  await page.getByRole('button', { name: 'Cancelar reserva' }).press('Enter')
  await page.getByRole('button', { name: 'Sim, cancelar' }).click()
  await expect(page.getByRole('button', { name: 'Reservar' })).toBeVisible()
  await expectFocusKept(page, 'cancelling a held reservation')
  await holdPlace(page)
  await confirmTicket(page)
  await expectFocusKept(page, 'confirming a reservation')
  await page.getByRole('link', { name: 'Ver meus ingressos' }).press('Enter')
  await expect(heading(page, 'Meus ingressos')).toBeFocused()
  await cancelTicket(page)
  await expectFocusKept(page, 'cancelling tickets')
})

test('changing the profile and requesting the deletion of the account keep the focus on the page', async ({
  page,
}) => {
  await join(page)
  await page.goto('/perfil')
  await page.getByRole('button', { name: 'Alterar: Endereço' }).press('Enter')
  await expectFocusKept(page, 'editing the address')
  await page.getByRole('button', { name: 'Cancelar' }).press('Enter')
  await expectFocusKept(page, 'cancelling the change of the address')
  await page.getByRole('button', { name: 'Confirmar e-mail' }).press('Enter')
  await expectFocusKept(page, 'requesting a code for the e-mail')

  await page.goto('/privacidade')
  await page.getByRole('button', { name: 'Excluir minha conta' }).press('Enter')
  await page.getByLabel('Senha atual').fill(newCustomer.password)
  await page.getByRole('button', { name: 'Pedir a exclusão' }).press('Enter')
  await expect(page.getByText(/Seus dados serão apagados em/)).toBeVisible()
  await expectFocusKept(page, 'requesting the deletion')
  await page.getByRole('button', { name: 'Entendi' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
  await expectFocusKept(page, 'signing out after the deletion request')
})
