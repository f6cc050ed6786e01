import { randomUUID } from 'node:crypto'
import { answerTicketCall, type AnswerOutcome } from '@clube/contract/customer-service/action-calls.ts'
import { openTicketCall, ticketQueueCall } from '@clube/contract/customer-service/staff-calls.ts'
import type { Call } from '@clube/contract/kernel/call.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { today, unusedReceiptKey } from './receipt-steps.ts'
import { expectHome, heading, join, toast } from './shopper-steps.ts'
import { signInStaff, staffPersonas } from './staff-steps.ts'

// A shopper and a member of staff in two browsers.
test.slow()
test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

/** Sends a call with the session of the page. */
async function sendAs(page: Page, { method, path }: Call, body?: object): Promise<unknown> {
  const headers = { 'X-Requested-With': 'XMLHttpRequest', origin: new URL(page.url()).origin }
  const response = await (method === 'GET'
    ? page.request.get(path, { headers })
    : page.request.post(path, { headers, data: body ?? {} }))
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return ((await response.json()) as { data: unknown }).data
}

/** Answers a ticket as the member who is signed in on the page. */
async function answer(desk: Page, ticket_id: string, message: string, outcome: AnswerOutcome): Promise<void> {
  const { version } = (await sendAs(desk, openTicketCall, { ticket_id })) as { version: number }
  await sendAs(desk, answerTicketCall, {
    ticket_id,
    version,
    message,
    outcome,
    attachments: [],
    client_message_id: randomUUID(),
  })
}

test('a shopper opens a ticket about a receipt with an attachment, reads the answer that arrives, and rates the service', async ({
  page,
  context,
  scanA11y,
  openAnotherDevice,
}) => {
  await join(page)
  await page.goto('/notas/nova')
  await page.getByRole('textbox', { name: 'Chave de acesso' }).fill(unusedReceiptKey())
  await page.getByRole('textbox', { name: 'Valor total da nota' }).fill('8990')
  await page.getByRole('textbox', { name: 'Data da compra' }).fill(today)
  await page.getByRole('button', { name: 'Cadastrar', exact: true }).click()
  await expect(heading(page, 'Nota aprovada!')).toBeVisible()
  await page.goto('/notas')
  await page.getByRole('link', { name: /^Preciso de ajuda: nota da loja/ }).click()
  await expect(heading(page, 'Novo atendimento')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Sobre o quê?' })).toHaveValue('purchase')

  // What was written and uploaded survives a closed page.
  await page.getByRole('textbox', { name: 'Assunto' }).fill('Faltam pontos')
  await page
    .getByRole('textbox', { name: 'O que aconteceu?' })
    .fill('A nota foi aprovada, mas faltam os pontos da promoção.')
  const jpeg = await page.screenshot({ type: 'jpeg' })
  await page
    .getByLabel('Escolher fotos')
    .setInputFiles({ name: 'nota.jpg', mimeType: 'image/jpeg', buffer: jpeg })
  await expect(page.getByText(/kB, enviado$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^Continuamos de onde você parou/)).toBeVisible()
  await expect(page.getByText('nota.jpg', { exact: true })).toBeVisible()
  await scanA11y('the form of a new ticket')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(page.getByText('Este campo é requerido')).toBeVisible()
  await page.getByRole('checkbox', { name: /^Li e aceito/ }).check()
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(toast(page, 'Recebemos o seu atendimento. Protocolo SAC-')).toBeVisible()
  await expect(heading(page, 'Atendimento')).toBeVisible()
  const log = page.getByRole('log', { name: 'Mensagens' })
  await expect(log.getByText('faltam os pontos da promoção')).toBeVisible()
  const download = page.waitForEvent('download')
  await log.getByRole('link', { name: /^nota\.jpg/ }).click()
  expect((await download).suggestedFilename()).toMatch(/\.jpg$/)
  await scanA11y('a conversation')
  const ticket_id = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  const desk = await openAnotherDevice()
  await signInStaff(desk, staffPersonas.service_agent)
  const queue = (await sendAs(desk, ticketQueueCall)) as { ticket_id: string }[]
  expect(queue.some((ticket) => ticket.ticket_id === ticket_id)).toBe(true)
  await answer(desk, ticket_id, 'Pode enviar o protocolo da participação?', 'ask')
  // It arrives without reloading.
  await expect(log.getByText('Pode enviar o protocolo da participação?')).toBeVisible()
  await expect(page.getByText('Aguardando sua resposta', { exact: true })).toBeVisible()

  await context.setOffline(true)
  await page.getByRole('textbox', { name: 'A equipe espera a sua resposta' }).fill('É a do fim de semana.')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(log.getByText('Ainda não enviada. Vai assim que a conexão voltar.')).toBeVisible()
  await context.setOffline(false)
  await expect(log.getByText(/^Ainda não enviada/)).toHaveCount(0)
  await expect(log.getByText('É a do fim de semana.')).toHaveCount(1)
  await expect(page.getByText('Em atendimento', { exact: true })).toBeVisible()

  // An answer while the person is elsewhere is marked in the navigation.
  await page.goto('/')
  await expectHome(page)
  await answer(desk, ticket_id, 'Pronto, os pontos estão no seu saldo.', 'resolve')
  await page.reload()
  await page.getByRole('link', { name: /^Atendimento.*1 resposta nova/ }).click()
  await expect(page.getByRole('link', { name: /Resposta nova.*Faltam pontos/ })).toBeVisible()
  await scanA11y('Meus atendimentos with an unread answer')
  await page.getByRole('link', { name: /Faltam pontos/ }).click()
  await page.getByRole('radio', { name: '4' }).check()
  await page.getByRole('button', { name: 'Enviar avaliação' }).click()
  await expect(page.getByText(/^Você deu nota 4/)).toBeVisible()
  await scanA11y('a rated conversation')
  await page.getByRole('link', { name: 'Meus atendimentos' }).click()
  await expect(page.getByText('Resolvido', { exact: true })).toBeVisible()
  await expect(page.getByText('Resposta nova')).toHaveCount(0)
})
