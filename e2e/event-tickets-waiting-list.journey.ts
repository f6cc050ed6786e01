import { backdateHolds } from './club-database.ts'
import { freePlacesOf, createEvent, createEventSession } from './event-steps.ts'
import { expect, test } from './fixtures.ts'
import { messagesTo } from './recovery-steps.ts'
import { newCustomer } from './shopper-steps.ts'
import { openTicketsPage, cancelTicket, confirmTicket, holdPlace } from './ticket-steps.ts'

test('an expired hold is reported and its place becomes available again', async ({
  page,
  baseURL,
  scanA11y,
}) => {
  const { slug, campaign_id } = await createEvent(baseURL)
  const { session_id } = await createEventSession(baseURL, campaign_id, { capacity: 1 })
  await page.clock.install()
  await openTicketsPage(page, baseURL, slug)
  await expect(page.getByText('Resta 1', { exact: true })).toBeVisible()
  await holdPlace(page)
  expect(await freePlacesOf(baseURL, session_id)).toBe(0)

  await backdateHolds(session_id, 901)
  await expect.poll(() => freePlacesOf(baseURL, session_id)).toBe(1)
  await page.clock.fastForward(901_000)
  await expect(page.getByText('Sua reserva expirou. Faça uma nova reserva.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('eventTicketsReservation'))).toBeNull()
  await scanA11y('an expired reservation')

  await page.getByRole('button', { name: 'Fazer nova reserva' }).click()
  await expect(page.getByText('Resta 1', { exact: true })).toBeVisible()
  await holdPlace(page)
  await confirmTicket(page)
})

test('a person on the waiting list of a sold-out session is offered a place by e-mail and on the open page, and accepts it', async ({
  page,
  baseURL,
  openAnotherDevice,
  scanA11y,
}) => {
  test.slow()
  const { slug, campaign_id } = await createEvent(baseURL)
  await createEventSession(baseURL, campaign_id, { capacity: 1 })
  await openTicketsPage(page, baseURL, slug)
  await holdPlace(page)
  await confirmTicket(page)

  const other = await openAnotherDevice()
  const { email } = await openTicketsPage(other, baseURL, slug)
  await expect(other.getByText('Esgotado, entrar na lista de espera')).toBeVisible()
  await scanA11y('a sold-out session', other)
  await other.getByRole('button', { name: 'Entrar na lista de espera' }).click()
  await expect(other.getByText('Você está na lista de espera para 1 ingresso, na 1ª posição.')).toBeVisible()

  await page.getByRole('link', { name: 'Ver meus ingressos' }).click()
  await cancelTicket(page)

  // Without a reload: the page polls.
  const offer = other.getByText(/^Chegou a sua vez: 1 ingresso para você até \d+h(\d\d)?\.$/)
  await expect(offer).toBeVisible({ timeout: 30_000 })
  await scanA11y('a waiting-list offer', other)
  await expect.poll(async () => (await messagesTo(page, email)).length).toBeGreaterThan(0)
  const [message] = await messagesTo(page, email)
  expect(message?.text).toMatch(/Separamos 1 ingresso para você na sessão Sessão única, de .+ Aceite até .+;/)
  const [link = ''] = message?.text.match(/http\S+\/ingressos/) ?? []

  await other.goto(`${baseURL}/`)
  await expect(
    other.getByRole('link', { name: /Chegou a sua vez: 1 ingresso.*Sessão única/ }),
  ).toHaveAttribute('href', '/ingressos')
  await scanA11y('the home page with an offer', other)
  await other.goto(link)
  await expect(offer).toBeVisible()
  await other.getByRole('button', { name: 'Aceitar e reservar' }).click()
  await expect(other.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
  await confirmTicket(other)
  await other.getByRole('link', { name: 'Ver meus ingressos' }).click()
  await expect(other.getByRole('img', { name: `QR Code do ingresso de ${newCustomer.name}` })).toBeVisible()
})
