import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { videoOfQrCode } from '../server/src/testing/qr-video.ts'
import { fakeCameraArguments, findChromium } from '../tools/chromium.ts'
import { addStaffSession } from './event-steps.ts'
import { expect, test } from './fixtures.ts'
import { gateCounter, gateResult, openGate, createEventWithSession, validate } from './gate-steps.ts'
import { heading, toast } from './shopper-steps.ts'
import { staffPersonas } from './staff-steps.ts'
import { reserveTickets } from './ticket-steps.ts'

// Each journey creates and approves a campaign, reserves tickets and opens a gate.
test.slow()

const video = join(tmpdir(), `clube-gate-${process.env['E2E_PORT'] ?? '4310'}.y4m`)
const launch = await findChromium()
test.use({
  launchOptions: {
    ...launch,
    args: [...launch.args, ...fakeCameraArguments, `--use-file-for-fake-video-capture=${video}`],
  },
  expectedErrors: /ERR_INTERNET_DISCONNECTED|net::ERR_FAILED/,
})

const addSteward = (context: BrowserContext, baseURL = '') =>
  addStaffSession(context, baseURL, staffPersonas.gate_steward)

const addSupervisor = (context: BrowserContext, baseURL = '') =>
  addStaffSession(context, baseURL, staffPersonas.gate_supervisor)

test('a ticket is admitted once; the second scan shows when and where it was used @desk', async ({
  page,
  context,
  baseURL,
  scanA11y,
}) => {
  const { campaign_id, session_id } = await createEventWithSession(baseURL)
  const [first, second] = await reserveTickets(baseURL, { campaign_id, session_id, quantity: 2 })
  await addSteward(context, baseURL)
  await page.goto('/equipe/portaria')
  await expect(heading(page, 'Portaria')).toBeVisible()
  await scanA11y('the choice of session and gate')
  await openGate(page, session_id, 'Entrada B')
  await scanA11y('an idle gate')

  await validate(page, first?.short_code ?? '')
  await expect(gateResult(page)).toContainText('Liberado')
  await expect(gateResult(page)).toContainText('Ana')
  await scanA11y('Liberado')
  await validate(page, (first?.short_code ?? '').toLowerCase())
  await expect(gateResult(page)).toContainText(/Já utilizado às \d\d:\d\d na Entrada B/)
  await scanA11y('Já utilizado')
  await validate(page, 'https://exemplo.com.br')
  await expect(gateResult(page)).toContainText('Inválido')

  // A USB reader types into the focused element.
  await page.getByRole('button', { name: 'Trocar' }).focus()
  await page.keyboard.type(second?.qr_code ?? '')
  await page.keyboard.press('Enter')
  await expect(gateResult(page)).toContainText('Liberado')
  await expect(heading(page, 'Entrada B')).toBeVisible()
  await expect(gateCounter(page, 'Entradas aqui')).toHaveText('Entradas aqui2')

  // Admitted by mistake: the ticket can be admitted again.
  await page.getByRole('button', { name: 'Desfazer esta entrada' }).click()
  await scanA11y('the confirmation of an undo')
  await page.getByRole('button', { name: 'Desfazer a entrada' }).click()
  await expect(gateResult(page)).toContainText('Entrada desfeita')
  await expect(gateResult(page)).toBeFocused()
  await scanA11y('Entrada desfeita')
  await expect(gateCounter(page, 'Entradas aqui')).toHaveText('Entradas aqui1')
  await validate(page, second?.short_code ?? '')
  await expect(gateResult(page)).toContainText('Liberado')
  await expect(gateCounter(page, 'Entradas aqui')).toHaveText('Entradas aqui2')
  // A code that is not a ticket's does not count as a refusal.
  await expect(gateCounter(page, 'Recusas aqui')).toHaveText('Recusas aqui1')
  await expect(gateCounter(page, 'Na sessão')).toHaveText('Na sessão2 de 2')
})

test('the gate’s camera reads the ticket’s QR code', async ({ page, context, baseURL, scanA11y }) => {
  const { campaign_id, session_id } = await createEventWithSession(baseURL)
  const [ticket] = await reserveTickets(baseURL, { campaign_id, session_id, quantity: 1 })
  await writeFile(video, videoOfQrCode(ticket?.qr_code ?? ''))
  await addSteward(context, baseURL)
  await openGate(page, session_id, 'Entrada A')
  await page.getByRole('button', { name: 'Ler com a câmera' }).click()
  await expect(gateResult(page)).toContainText('Liberado')
  await scanA11y('the camera of the gate')
  // The code is still in view: it is not scanned repeatedly.
  await expect(gateCounter(page, 'Entradas aqui')).toHaveText('Entradas aqui1')
  await expect(gateCounter(page, 'Recusas aqui')).toHaveText('Recusas aqui0')
  await page.getByRole('button', { name: 'Desligar a câmera' }).click()
  await expect(page.getByRole('button', { name: 'Ler com a câmera' })).toBeVisible()
})

test('an offline gate validates tickets with its list, survives a reload, and reports queued scans once', async ({
  page,
  context,
  baseURL,
  openAnotherDevice,
  scanA11y,
}) => {
  const { campaign_id, session_id } = await createEventWithSession(baseURL)
  const [first, second, third] = await reserveTickets(baseURL, { campaign_id, session_id, quantity: 3 })
  await addSteward(context, baseURL)
  await openGate(page, session_id, 'Entrada B')
  const other = await openAnotherDevice()
  await addSteward(other.context(), baseURL)
  await openGate(other, session_id, 'Entrada A')
  // The service worker serves the page once its files are cached.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/equipe/portaria')) !== undefined))
    .toBe(true)
  await page.reload()
  await expect(page.getByText(/^Conectado · lista\sde/)).toBeVisible()

  await context.setOffline(true)
  await expect(page.getByText('Sem conexão')).toBeVisible()
  await validate(page, first?.short_code ?? '')
  await expect(gateResult(page)).toContainText('Liberado')
  await expect(gateResult(page)).toContainText('Sem conexão')
  await scanA11y('Liberado offline')
  await validate(other, first?.qr_code ?? '')
  await expect(gateResult(other)).toContainText('Liberado')

  await page.reload()
  await expect(heading(page, 'Entrada B')).toBeVisible()
  await expect(page.getByText(/Sem conexão · lista\sde.* · 1\sleitura\sna\sfila/)).toBeVisible()
  // The choice of another gate needs the network; the open one is kept.
  await page.getByRole('button', { name: 'Trocar' }).click()
  await expect(heading(page, 'Portaria')).toBeFocused()
  await page.getByRole('button', { name: 'Voltar para Entrada B' }).click()
  await expect(page.getByText(/Sem conexão · lista\sde.* · 1\sleitura\sna\sfila/)).toBeVisible()
  await validate(page, first?.qr_code ?? '')
  await expect(gateResult(page)).toContainText(/Já utilizado às \d\d:\d\d na Entrada B/)
  await validate(page, second?.qr_code ?? '')
  await expect(gateResult(page)).toContainText('Liberado')
  await expect(page.getByText(/3\sleituras\sna\sfila/)).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText(/^Conectado · lista\sde\s\d\d:\d\d$/)).toBeVisible()
  await expect(
    page.getByText(/Ana, final .{4}, entrou aqui às \d\d:\d\d e entrou também na Entrada A/),
  ).toBeVisible()
  await scanA11y('a ticket admitted at two gates')
  // Two people have entered with the first ticket.
  await expect(gateCounter(page, 'Entradas aqui')).toHaveText('Entradas aqui2')
  await expect(gateCounter(page, 'Recusas aqui')).toHaveText('Recusas aqui1')
  await expect(gateCounter(page, 'Na sessão')).toHaveText('Na sessão3 de 3')
  await page.getByRole('button', { name: 'Ciente' }).click()
  await expect(page.getByText(/entrou também/)).toBeHidden()
  await validate(page, third?.short_code ?? '')
  await expect(gateCounter(page, 'Na sessão')).toHaveText('Na sessão4 de 3')

  // This also ends the steward's API session, which no later journey in this file needs.
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(heading(page, 'Entrada da equipe')).toBeVisible()
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  await expect.poll(() => page.evaluate(storedEntries)).toEqual({ single: 0, uses: 0, queue: 0 })
})

test('a supervisor overrides a refusal with a reason, releases no-show places and admits people at the door', async ({
  page,
  context,
  baseURL,
  scanA11y,
}) => {
  const { campaign_id, session_id } = await createEventWithSession(baseURL)
  const [late] = await reserveTickets(baseURL, { campaign_id, session_id, quantity: 1 })
  await addSupervisor(context, baseURL)
  await openGate(page, session_id, 'Entrada A')
  await scanA11y('the gate of a supervisor')
  await page.getByRole('button', { name: 'Liberar lugares de quem não chegou' }).click()
  await page.getByRole('button', { name: 'Confirmar: liberar' }).click()
  await expect(toast(page, 'Lugares liberados: 1. Livres agora: 20.')).toBeVisible()
  await validate(page, late?.short_code ?? '')
  await expect(gateResult(page)).toContainText('Lugar liberado por atraso')
  await page.getByRole('button', { name: 'Liberar com motivo' }).click()
  await expect(page.getByLabel('Motivo')).toBeFocused()
  await scanA11y('Liberar a entrada')
  await page.getByLabel('Motivo').fill('Chegou com o trem atrasado.')
  await page.getByRole('button', { name: 'Liberar a entrada' }).click()
  await expect(gateResult(page)).toContainText('Liberado pela supervisão')
  await page.getByLabel('Pessoas sem ingresso').fill('21')
  await admitWithoutTicket(page)
  await expect(toast(page, 'Restam 20 lugares para entrada na porta.')).toBeVisible()
  await page.getByLabel('Pessoas sem ingresso').fill('3')
  await admitWithoutTicket(page)
  await expect(toast(page, '3 pessoas podem entrar. Lugares livres: 17.')).toBeVisible()
  await expect(gateCounter(page, 'Entradas aqui')).toHaveText('Entradas aqui4')
})

async function admitWithoutTicket(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Deixar entrar', exact: true }).click()
  await page.getByRole('button', { name: 'Confirmar: deixar entrar' }).click()
}

/** Number of records in the gate's database; runs in the page. */
async function storedEntries(): Promise<Record<string, number>> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('clube-portaria')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(new Error('The database could not be opened'))
  })
  const count = (name: string) =>
    new Promise<number>((resolve, reject) => {
      const request = database.transaction(name).objectStore(name).count()
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(new Error('The records could not be counted'))
    })
  const counts = { single: await count('single'), uses: await count('uses'), queue: await count('queue') }
  database.close()
  return counts
}
