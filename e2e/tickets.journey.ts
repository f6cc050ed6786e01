import { expect, test } from './fixtures.ts'
import { heading, join } from './shopper-steps.ts'
import { signInStaff, staffPersonas } from './staff-steps.ts'
import { cancelTicket, viewTicketsOffline } from './ticket-steps.ts'

test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|status of 502/ })

test('tickets are reserved, confirmed, linked to a service ticket, shown offline and cancelled', async ({
  page,
  scanA11y,
  openAnotherDevice,
}) => {
  await join(page)
  await page.goto('/promocoes')
  await page.getByRole('link', { name: /Natal no Ipê/ }).click()
  await expect(heading(page, 'Natal no Ipê')).toBeVisible()
  await scanA11y('a promotion')
  await page.getByRole('link', { name: 'Escolher sessão' }).click()
  await expect(page.getByRole('button', { name: 'Reservar' }).first()).toBeVisible()
  await scanA11y('the sessions')

  const session = page.getByRole('listitem').filter({ hasText: 'Disponível' }).first()
  await session.getByRole('button', { name: 'Um ingresso a mais' }).click()
  await session.getByRole('button', { name: 'Reservar' }).click()
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
  await scanA11y('the reservation')
  const saved = () => page.evaluate(() => localStorage.getItem('eventTicketsReservation'))
  expect(JSON.parse((await saved()) ?? '')).toMatchObject({ quantity: 2 })

  await page.goto('/')
  const current = page.getByRole('region', { name: 'Agora' })
  await expect(current.getByRole('link', { name: /Confirme a sua reserva/ })).toContainText(/1[45]:\d\d/)
  await scanA11y('the home page with a hold')
  await page.goto('/participacoes')
  const participation = page.getByRole('listitem').filter({ hasText: 'Natal no Ipê' })
  await expect(participation.getByText('Falta confirmar')).toBeVisible()
  await expect(participation.getByText(/, 2 ingressos, /)).toBeVisible()
  await scanA11y('a participation that must be confirmed')
  await participation.getByRole('link', { name: 'Continuar: Natal no Ipê' }).click()
  await expect(page.getByRole('timer')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('timer')).toBeVisible()
  await page.getByRole('textbox', { name: 'Nome completo do participante 2' }).fill('Bia Pereira')
  await page.getByRole('checkbox', { name: /Termos do evento/ }).check()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect(heading(page, 'Ingressos confirmados!')).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR Code do ingresso de Bia Pereira' })).toBeVisible()
  await scanA11y('the tickets')
  expect(await saved()).toBeNull()
  const [calendar] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Adicionar à agenda' }).click(),
  ])
  expect(calendar.suggestedFilename()).toMatch(/\.ics$/)

  await page.getByRole('link', { name: 'Ver meus ingressos' }).click()
  await expect(heading(page, 'Meus ingressos')).toBeVisible()
  await page.getByRole('link', { name: /^Preciso de ajuda: ingresso de / }).click()
  await expect(page.getByText('Este atendimento é sobre')).toBeVisible()
  const protocol = /\d{4}-\d{6}-\d/.exec(await page.getByText(/^Protocolo /).innerText())?.[0] ?? ''
  await scanA11y('a new service ticket about tickets')
  await page.getByRole('textbox', { name: 'Assunto' }).fill('Não vou poder ir')
  await page
    .getByRole('textbox', { name: 'O que aconteceu?' })
    .fill('Posso passar o ingresso para outra pessoa?')
  await page.getByRole('checkbox', { name: /^Li e aceito/ }).check()
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(page.getByRole('log', { name: 'Mensagens' })).toBeVisible()
  const ticket_id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const desk = await openAnotherDevice()
  await signInStaff(desk, staffPersonas.service_agent, `/equipe/atendimentos/${ticket_id}`)
  await desk.getByRole('link', { name: new RegExp(`^${protocol}, Ingressos: Natal no Ipê, `) }).click()
  await expect(desk).toHaveURL(/\/equipe\/clientes\/[^/]+\?participacao=/)
  await expect(desk.getByText(protocol).first()).toBeVisible()
  await desk.close()
  await page.goto('/ingressos')
  await viewTicketsOffline(page, 'Bia Pereira')
  await cancelTicket(page)
  await page.getByRole('link', { name: 'Início' }).click()
  await page.getByRole('link', { name: /Minhas participações/ }).click()
  await expect(participation.getByText('Cancelada')).toBeVisible()
  await expect(participation.getByRole('link', { name: /Continuar/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Início' }).click()
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
  expect(await page.evaluate(() => caches.keys())).toEqual([])
})
