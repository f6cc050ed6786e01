import type { Page } from '@playwright/test'
import { passTimeInSession } from './club-database.ts'
import { freePlacesOf, openEvent, openSession } from './event-staff.ts'
import { expect, test } from './fixtures.ts'
import { messagesTo } from './recovery-person.ts'
import { heading, newcomer, signIn, toast } from './shopper.ts'
import { joinByCalls } from './staff-people.ts'

/** A fresh person in front of the sessions of a promotion. */
async function arrive(page: Page, baseURL: string | undefined, slug: string): Promise<{ email: string }> {
  const person = await joinByCalls(baseURL)
  await page.goto(`${baseURL}/entrar`)
  await signIn(page, { ...person, password: newcomer.password })
  await page.goto(`${baseURL}/ingressos/${slug}`)
  return person
}

async function confirm(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /Termos do evento/ }).check()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect(heading(page, 'Ingresso confirmado!')).toBeVisible()
}

test('a hold that runs out says so, and its place is there again', async ({ page, baseURL, scanA11y }) => {
  const { slug, campaign_id } = await openEvent(baseURL)
  const { session_id } = await openSession(baseURL, campaign_id, { capacity: 1 })
  await page.clock.install()
  await arrive(page, baseURL, slug)
  await expect(page.getByText('Resta 1', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Reservar' }).click()
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
  expect(await freePlacesOf(baseURL, session_id)).toBe(0)

  await passTimeInSession(session_id, 901)
  await expect.poll(() => freePlacesOf(baseURL, session_id)).toBe(1)
  await page.clock.fastForward(901_000)
  await expect(page.getByText('Sua reserva expirou. Faça uma nova reserva.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('eventTicketsReservation'))).toBeNull()
  await scanA11y('a reservation that ran out')

  await page.getByRole('button', { name: 'Fazer nova reserva' }).click()
  await expect(page.getByText('Resta 1', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Reservar' }).click()
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
  await confirm(page)
})

test('a sold-out session: who waits is told in time, by e-mail and on the open page, and gets the place', async ({
  page,
  baseURL,
  openOtherDevice,
  scanA11y,
}) => {
  test.slow()
  const { slug, campaign_id } = await openEvent(baseURL)
  await openSession(baseURL, campaign_id, { capacity: 1 })
  await arrive(page, baseURL, slug)
  await page.getByRole('button', { name: 'Reservar' }).click()
  await confirm(page)

  const other = await openOtherDevice()
  const { email } = await arrive(other, baseURL, slug)
  await expect(other.getByText('Esgotado, entrar na lista de espera')).toBeVisible()
  await scanA11y('a sold-out session', other)
  await other.getByRole('button', { name: 'Entrar na lista de espera' }).click()
  await expect(other.getByText('Você está na lista de espera para 1 ingresso, na 1ª posição.')).toBeVisible()

  await page.getByRole('link', { name: 'Ver meus ingressos' }).click()
  await page.getByRole('button', { name: 'Cancelar reserva' }).click()
  await page.getByRole('button', { name: 'Sim, cancelar' }).click()
  await expect(toast(page, 'Reserva cancelada.')).toBeVisible()

  // Nobody reloads: the page looks again by itself.
  const offer = other.getByText(/^Chegou a sua vez: 1 ingresso para você até \d\d:\d\d\.$/)
  await expect(offer).toBeVisible({ timeout: 30_000 })
  await scanA11y('an offer of the waiting list', other)
  await expect.poll(async () => (await messagesTo(page, email)).length).toBeGreaterThan(0)
  const [message] = await messagesTo(page, email)
  expect(message?.text).toContain('Sessão única')

  await other.getByRole('button', { name: 'Aceitar e reservar' }).click()
  await expect(other.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
  await confirm(other)
  await other.getByRole('link', { name: 'Ver meus ingressos' }).click()
  await expect(other.getByRole('img', { name: `QR Code do ingresso de ${newcomer.name}` })).toBeVisible()
})
