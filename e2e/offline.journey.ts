import type { Page } from '@playwright/test'
import { createEvent, createEventSession } from './event-steps.ts'
import { expect, test } from './fixtures.ts'
import { today, unusedReceiptKey } from './receipt-steps.ts'
import {
  enterDocument,
  expectHome,
  heading,
  join,
  toast,
  unusedCpf,
  waitForOfflineApp,
} from './shopper-steps.ts'
import { signInStaff, staffPersonas } from './staff-steps.ts'
import { confirmTicket, holdPlace, openTicketsPage } from './ticket-steps.ts'

test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/ })
// Many presses in one journey, on a busy machine.
test.slow()

/** Spec §8. */
const networkError = 'Verifique sua conexão com a internet e tente novamente!'
const endpointNetworkError = 'Ops, aconteceu algo com sua conexão de internet, tente novamente por favor!'

const retry = (page: Page) => page.getByRole('button', { name: 'Tentar novamente' }).first()

/** Expects the offline page with its message and retry button. */
async function expectOfflinePage(page: Page): Promise<void> {
  await expect(heading(page, 'Sem conexão')).toBeVisible()
  await expect(page.getByText('Não conseguimos falar com o clube agora.')).toBeVisible()
  await expect(retry(page)).toBeVisible()
}

test('offline, every link of the home page opens a page, and a reload or a new tab opens the app', async ({
  page,
  context,
  scanA11y,
}) => {
  await join(page)
  await page.goto('/')
  await expectHome(page)
  await waitForOfflineApp(page)
  await expect(page.locator('main a[href^="/promocoes/"]').first()).toBeVisible()
  const links = await page
    .locator('main a[href^="/"]')
    .evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute('href') ?? ''))])
  expect(links).toEqual(
    expect.arrayContaining(['/pontos', '/carteira', '/notas', '/participacoes', '/promocoes', '/perfil']),
  )

  await context.setOffline(true)
  for (const link of links) {
    await page.locator(`main a[href="${link}"]`).first().click()
    await expect(page, link).toHaveURL(link)
    await expect(page.getByRole('heading', { level: 1 }), link).not.toHaveText(
      /^(Bom dia|Boa tarde|Boa noite)/,
    )
    // Data that was just loaded is shown; an error replaces all other data.
    await expect(page.locator('main [class*=skeleton], main output:text("Carregando")'), link).toHaveCount(0)
    await page.goBack()
    await expectHome(page)
  }

  for (const path of ['/', '/pontos', '/promocoes/natal-no-ipe', '/notas/nova', '/perfil']) {
    await page.goto(path)
    await expect(heading(page, /^(Sem conexão|Promoção)$/), path).toBeVisible()
    await expect(retry(page), path).toBeVisible()
  }
  await page.goto('/')
  await expectOfflinePage(page)
  await scanA11y('the offline page')
  await retry(page).click()
  await expect(toast(page, endpointNetworkError)).toBeVisible()
  await page.reload()
  await expectOfflinePage(page)
  const tab = await context.newPage()
  await tab.goto('/participacoes')
  await expectOfflinePage(tab)

  // Both continue automatically.
  await context.setOffline(false)
  await expectHome(page)
  await expect(heading(tab, 'Minhas participações')).toBeVisible()
})

test('offline, a promotion, a reservation, a receipt and the profile show why nothing was sent, keep what was typed, and continue later', async ({
  page,
  context,
}) => {
  const { password } = await join(page)
  await page.goto('/promocoes')
  await expect(page.getByRole('link', { name: /Natal no Ipê/ })).toBeVisible()
  await waitForOfflineApp(page)

  await context.setOffline(true)
  await page.getByRole('link', { name: /Natal no Ipê/ }).click()
  await expect(page.getByRole('alert').getByText(endpointNetworkError)).toBeVisible()
  await retry(page).click()
  await expect(page.getByRole('alert').getByText(endpointNetworkError).nth(1)).toBeVisible()
  await context.setOffline(false)
  await expect(heading(page, 'Natal no Ipê')).toBeVisible()

  await page.getByRole('link', { name: 'Escolher sessão' }).click()
  const session = page.getByRole('listitem').filter({ hasText: 'Disponível' }).first()
  await expect(session.getByRole('button', { name: 'Reservar' })).toBeVisible()
  await context.setOffline(true)
  await session.getByRole('button', { name: 'Reservar' }).click()
  await expect(toast(page, endpointNetworkError)).toBeVisible()
  await expect(session.getByRole('button', { name: 'Reservar' })).toBeEnabled()
  await context.setOffline(false)

  await page.goto('/notas/nova')
  const key = unusedReceiptKey()
  await page.getByRole('textbox', { name: 'Chave de acesso' }).fill(key)
  await page.getByRole('textbox', { name: 'Valor total da nota' }).fill('45000')
  await page.getByRole('textbox', { name: 'Data da compra' }).fill(today)
  await context.setOffline(true)
  const register = page.getByRole('button', { name: 'Cadastrar', exact: true })
  await register.click()
  await expect(toast(page, networkError)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Data da compra' })).toHaveValue(today)
  await context.setOffline(false)
  await register.click()
  await expect(heading(page, 'Nota recebida!')).toBeVisible()

  await page.goto('/perfil')
  await page.getByRole('button', { name: 'Alterar: Seus dados' }).click()
  await page.getByRole('textbox', { name: 'Celular' }).fill('(21) 97777-6666')
  await page.getByLabel('Senha atual').fill(password)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(toast(page, networkError)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Celular' })).toHaveValue('(21) 97777-6666')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(toast(page, 'Seus dados foram alterados.')).toBeVisible()
})

test('the offline page links to the stored tickets, and the calendar file shows a message', async ({
  page,
  context,
  baseURL,
}) => {
  const { campaign_id, slug } = await createEvent(baseURL)
  await createEventSession(baseURL, campaign_id, { title: 'Curtas' })
  await openTicketsPage(page, baseURL, slug)
  await holdPlace(page)
  await confirmTicket(page)
  await waitForOfflineApp(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Adicionar à agenda' }).click()
  await expect(toast(page, endpointNetworkError)).toBeVisible()
  await expect(heading(page, 'Ingresso confirmado!')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Ver meus ingressos' }).click()
  await expect(page.getByRole('img', { name: /^QR Code do ingresso/ })).toBeVisible()
  // The page shows the tickets before their list has been stored.
  const stored = () => page.evaluate(async () => (await caches.match('/ingressos/guardados'))?.text())
  await expect.poll(stored).toContain('"confirmed"')

  await context.setOffline(true)
  await page.goto('/')
  await expectOfflinePage(page)
  await page.getByRole('link', { name: 'Meus ingressos' }).click()
  await expect(page.getByRole('img', { name: /^QR Code do ingresso/ })).toBeVisible()
  await retry(page).click()
  await expect(toast(page, endpointNetworkError)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('link', { name: 'Adicionar à agenda' })).toBeVisible()
})

test('the sign-in page opens offline, and pressing Continuar shows the network error', async ({
  page,
  context,
}) => {
  await page.goto('/entrar')
  await waitForOfflineApp(page)
  await context.setOffline(true)
  await page.reload()
  const document = unusedCpf()
  await enterDocument(page, document)
  await expect(toast(page, networkError)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'CPF ou CNPJ' })).toHaveValue(document)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(heading(page, 'Seus dados')).toBeVisible()
})

test('without responses, a page opens at once, shows that it is loading, and shows an error after the time limit', async ({
  page,
}) => {
  await join(page)
  await page.goto('/')
  await expectHome(page)
  await page.clock.install()
  await page.route('**/api/**', () => {})
  await page.getByRole('link', { name: /Minhas participações/ }).click()
  await expect(heading(page, 'Minhas participações')).toBeVisible()
  await page.clock.fastForward(1_000)
  await expect(page.getByText('Carregando participações')).toBeAttached()
  await page.clock.fastForward(15_000)
  await expect(page.getByRole('alert').getByText(endpointNetworkError)).toBeVisible()
  await page.unroute('**/api/**')
  await retry(page).click()
  await expect(retry(page)).toHaveCount(0)
})

test.describe('in a browser without the app’s worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a link to a page whose scripts are missing opens the offline page, and the page itself once online', async ({
    page,
    context,
  }) => {
    await join(page)
    await page.goto('/')
    await expectHome(page)
    await context.setOffline(true)
    await page.getByRole('link', { name: /Minhas participações/ }).click()
    await expect(page).toHaveURL('/participacoes')
    await expectOfflinePage(page)
    await retry(page).click()
    await expect(toast(page, networkError)).toBeVisible()
    await page.goBack()
    await expectHome(page)
    await page.goForward()
    await expectOfflinePage(page)
    await page.getByRole('link', { name: 'Ir para o início' }).click()
    await expectHome(page)
    await page.goBack()
    await expectOfflinePage(page)
    await context.setOffline(false)
    await expect(heading(page, 'Minhas participações')).toBeVisible()
  })

  test('a page whose scripts do not load shows an error and a link that reloads it, until they load', async ({
    page,
    scanA11y,
  }) => {
    await page.clock.install()
    let letScriptsLoad = () => {}
    const scriptsAllowed = new Promise<void>((resolve) => (letScriptsLoad = resolve))
    await page.route('**/assets/*.js', async (route) => {
      await scriptsAllowed
      await route.continue()
    })
    await page.goto('/entrar', { waitUntil: 'commit' })
    await expect(heading(page, 'Login')).toBeVisible()
    // The timer starts once the HTML is parsed, which may be after the heading is shown.
    await expect(async () => {
      await page.clock.fastForward(15_000)
      await expect(page.getByRole('alert').getByText(networkError)).toBeVisible({ timeout: 3_000 })
    }).toPass()
    await scanA11y('Login without its scripts')
    await expect(page.getByRole('link', { name: 'Tentar novamente' })).toHaveAttribute('href', '')
    letScriptsLoad()
    await expect(page.getByText(networkError)).toHaveCount(0)
    await enterDocument(page, unusedCpf())
    await expect(heading(page, 'Seus dados')).toBeVisible()
  })
})

test('offline, a link to another desk shows the network error, and the desk once online @desk', async ({
  page,
  context,
}) => {
  await signInStaff(page, staffPersonas.administrator)
  const desks = page.getByRole('navigation', { name: 'Mesas' })
  await expect(heading(page, 'Pessoas da equipe')).toBeVisible()
  const titles = await desks.getByRole('link').allTextContents()
  await context.setOffline(true)
  await desks.getByRole('link').last().click()
  await expect(heading(page, 'Sem conexão')).toBeVisible()
  await expect(page.getByText(networkError)).toBeVisible()
  await retry(page).click()
  await expect(toast(page, networkError)).toBeVisible()
  expect(await desks.getByRole('link').allTextContents()).toEqual(titles)
  await desks.getByRole('link', { name: 'Pessoas da equipe' }).click()
  await expect(heading(page, 'Pessoas da equipe')).toBeVisible()
  await desks.getByRole('link').last().click()
  await expect(heading(page, 'Sem conexão')).toBeVisible()
  await context.setOffline(false)
  await expect(heading(page, 'Sem conexão')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
