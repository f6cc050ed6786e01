import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { videoOfQrCode } from '../server/src/testing/qr-video.ts'
import { fakeCameraArguments, findChromium } from '../tools/chromium.ts'
import { enterAsStaff } from './event-steps.ts'
import { expect, test } from './fixtures.ts'
import { gateFigure, gateResult, openGate, createSession, validate } from './gate-steps.ts'
import { heading, toast } from './shopper-steps.ts'
import { staffPersonas } from './staff-steps.ts'
import { buyTickets } from './ticket-steps.ts'

// A campaign with two signatures, buyers and a gate for each journey.
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

const steward = (context: BrowserContext, baseURL = '') =>
  enterAsStaff(context, baseURL, staffPersonas.gate_steward)

const supervisor = (context: BrowserContext, baseURL = '') =>
  enterAsStaff(context, baseURL, staffPersonas.gate_supervisor)

test('a ticket is admitted once; the second scan shows when and where it was used @desk', async ({
  page,
  context,
  baseURL,
  scanA11y,
}) => {
  const { campaign_id, session_id } = await createSession(baseURL)
  const [one, other] = await buyTickets(baseURL, { campaign_id, session_id, quantity: 2 })
  await steward(context, baseURL)
  await page.goto('/equipe/portaria')
  await expect(heading(page, 'Portaria')).toBeVisible()
  await scanA11y('the choice of session and gate')
  await openGate(page, session_id, 'Entrada B')
  await scanA11y('an idle gate')

  await validate(page, one?.short_code ?? '')
  await expect(gateResult(page)).toContainText('Liberado')
  await expect(gateResult(page)).toContainText('Ana')
  await scanA11y('Liberado')
  await validate(page, (one?.short_code ?? '').toLowerCase())
  await expect(gateResult(page)).toContainText(/Já utilizado às \d\d:\d\d na Entrada B/)
  await scanA11y('Já utilizado')
  await validate(page, 'https://exemplo.com.br')
  await expect(gateResult(page)).toContainText('Inválido')

  // A USB reader types into the focused element.
  await page.getByRole('button', { name: 'Trocar' }).focus()
  await page.keyboard.type(other?.qr_code ?? '')
  await page.keyboard.press('Enter')
  await expect(gateResult(page)).toContainText('Liberado')
  await expect(heading(page, 'Entrada B')).toBeVisible()
  await expect(gateFigure(page, 'Entradas aqui')).toHaveText('Entradas aqui2')
  await expect(gateFigure(page, 'Recusas aqui')).toHaveText('Recusas aqui2')
  await expect(gateFigure(page, 'Na sessão')).toHaveText('Na sessão2 de 2')
})

test('the gate’s camera reads the ticket’s QR code', async ({ page, context, baseURL, scanA11y }) => {
  const { campaign_id, session_id } = await createSession(baseURL)
  const [ticket] = await buyTickets(baseURL, { campaign_id, session_id, quantity: 1 })
  await writeFile(video, videoOfQrCode(ticket?.qr_code ?? ''))
  await steward(context, baseURL)
  await openGate(page, session_id, 'Entrada A')
  await page.getByRole('button', { name: 'Ler com a câmera' }).click()
  await expect(gateResult(page)).toContainText('Liberado')
  await scanA11y('the camera of the gate')
  // The code is still in view: it is not scanned repeatedly.
  await expect(gateFigure(page, 'Entradas aqui')).toHaveText('Entradas aqui1')
  await expect(gateFigure(page, 'Recusas aqui')).toHaveText('Recusas aqui0')
  await page.getByRole('button', { name: 'Desligar a câmera' }).click()
  await expect(page.getByRole('button', { name: 'Ler com a câmera' })).toBeVisible()
})

test('an offline gate decides by its list, survives a reload, and reports queued scans once', async ({
  page,
  context,
  baseURL,
  openOtherDevice,
  scanA11y,
}) => {
  const { campaign_id, session_id } = await createSession(baseURL)
  const [one, two, three] = await buyTickets(baseURL, { campaign_id, session_id, quantity: 3 })
  await steward(context, baseURL)
  await openGate(page, session_id, 'Entrada B')
  const other = await openOtherDevice()
  await steward(other.context(), baseURL)
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
  await validate(page, one?.short_code ?? '')
  await expect(gateResult(page)).toContainText('Liberado')
  await expect(gateResult(page)).toContainText('Sem conexão')
  await scanA11y('Liberado without a network')
  await validate(other, one?.qr_code ?? '')
  await expect(gateResult(other)).toContainText('Liberado')

  await page.reload()
  await expect(heading(page, 'Entrada B')).toBeVisible()
  await expect(page.getByText(/Sem conexão · lista\sde.* · 1\sleitura\sna\sfila/)).toBeVisible()
  await validate(page, one?.qr_code ?? '')
  await expect(gateResult(page)).toContainText(/Já utilizado às \d\d:\d\d na Entrada B/)
  await validate(page, two?.qr_code ?? '')
  await expect(gateResult(page)).toContainText('Liberado')
  await expect(page.getByText(/3\sleituras\sna\sfila/)).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText(/^Conectado · lista\sde\s\d\d:\d\d$/)).toBeVisible()
  await expect(page.getByText(/Ana entrou aqui às \d\d:\d\d e entrou também na Entrada A/)).toBeVisible()
  await scanA11y('a conflict')
  await expect(gateFigure(page, 'Entradas aqui')).toHaveText('Entradas aqui1')
  await expect(gateFigure(page, 'Recusas aqui')).toHaveText('Recusas aqui2')
  await expect(gateFigure(page, 'Na sessão')).toHaveText('Na sessão2 de 3')
  await page.getByRole('button', { name: 'Ciente' }).click()
  await expect(page.getByText(/entrou também/)).toBeHidden()
  await validate(page, three?.short_code ?? '')
  await expect(gateFigure(page, 'Na sessão')).toHaveText('Na sessão3 de 3')

  // This also ends the steward's session of the calls; no later journey in this file needs it.
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
  const { campaign_id, session_id } = await createSession(baseURL)
  const [late] = await buyTickets(baseURL, { campaign_id, session_id, quantity: 1 })
  await supervisor(context, baseURL)
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
  await page.getByRole('button', { name: 'Deixar entrar' }).click()
  await expect(toast(page, 'Restam 20 lugares para entrada na porta.')).toBeVisible()
  await page.getByLabel('Pessoas sem ingresso').fill('3')
  await page.getByRole('button', { name: 'Deixar entrar' }).click()
  await expect(toast(page, '3 pessoas podem entrar. Lugares livres: 17.')).toBeVisible()
  await expect(gateFigure(page, 'Entradas aqui')).toHaveText('Entradas aqui4')
})

/** Number of records in the gate's database; runs in the page. */
async function storedEntries(): Promise<Record<string, number>> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('clube-portaria')
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(new Error('no database'))
  })
  const count = (name: string) =>
    new Promise<number>((resolve, reject) => {
      const counting = database.transaction(name).objectStore(name).count()
      counting.onsuccess = () => resolve(counting.result)
      counting.onerror = () => reject(new Error('no count'))
    })
  const counts = { single: await count('single'), uses: await count('uses'), queue: await count('queue') }
  database.close()
  return counts
}
