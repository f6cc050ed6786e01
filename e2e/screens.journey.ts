import type { Page } from '@playwright/test'
import { collectErrors, colorRules, expect, loadScanner, test as base, type Scanner } from './fixtures.ts'

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }
const kiosk = { width: 1080, height: 1920 }

/** Groups of the gallery and the viewport width of each. */
const groups = {
  Entrada: phone,
  'Recuperação da senha': phone,
  'Recuperação por fotos': phone,
  Cadastro: phone,
  Início: phone,
  Promoções: phone,
  Ingressos: phone,
  Brindes: phone,
  Raspadinhas: phone,
  Estacionamento: phone,
  Projetos: phone,
  Carteira: phone,
  'Programas parceiros': phone,
  Notas: phone,
  'Avaliação da compra': phone,
  Atendimento: phone,
  'Pontos e participações': phone,
  'Perfil e privacidade': phone,
  Documentos: phone,
  Totem: kiosk,
  'Entrada da equipe': phone,
  'Mesa Recuperações': desk,
  'Mesa Balcão': desk,
  'Mesa Pessoas da equipe': desk,
  'Mesa Auditoria': desk,
  'Mesa Portaria': phone,
  'Mesa Notas': desk,
  'Mesa Lojas': desk,
  'Mesa Pontos': desk,
  'Mesa Promoções': desk,
  'Mesa Aprovações': desk,
  'Mesa Documentos': desk,
  'Mesa Eventos': desk,
  'Mesa Brindes': phone,
  'Mesa Raspadinhas': desk,
  'Mesa Estacionamento': desk,
  'Mesa Projetos': desk,
  'Mesa Marcas': desk,
  'Mesa Estoque de brindes': desk,
  'Mesa Conciliação': desk,
  'Mesa Avaliações': desk,
  'Mesa Atendimentos': desk,
}

type Gallery = {
  allScreens: readonly { readonly id: string; readonly group: string; readonly reload?: true }[]
  showScreen: (id: string) => Promise<void>
}

/** The page that the groups tested by one worker share: loading it takes longer than checking ten screens. */
type SharedPage = { readonly page: Page; readonly errors: string[]; needsLoad: boolean }

const test = base.extend<object, { shared: SharedPage }>({
  shared: [
    async ({ browser }, use, { project }) => {
      const { baseURL = '', locale = '', timezoneId = '', hasTouch = false } = project.use
      const context = await browser.newContext({
        baseURL,
        locale,
        timezoneId,
        hasTouch,
        // Otherwise half of the time is spent waiting for transitions.
        reducedMotion: 'reduce',
      })
      const errors = await collectErrors(context, /(?!)/)
      await use({ page: await context.newPage(), errors, needsLoad: true })
      await context.close()
    },
    { scope: 'worker' },
  ],
})

// The screens are independent of each other.
test.describe.configure({ mode: 'parallel' })

async function load(shared: SharedPage): Promise<void> {
  await shared.page.goto('/dev/screens/screen.html')
  await loadScanner(shared.page)
  shared.needsLoad = false
}

/** Shows a screen and checks it in both themes, in one request to the browser, which takes as long as a check. */
const checkScreen = ({ page }: SharedPage, id: string) =>
  page.evaluate(
    async ([next, rules]) => {
      const { scan, showScreen } = globalThis as unknown as Gallery & Scanner
      const html = document.documentElement
      html.dataset['theme'] = 'light'
      await showScreen(next)
      const result = {
        reached: html.dataset['reached'],
        isTooWide: html.scrollWidth > html.clientWidth,
        light: await scan({}),
      }
      html.dataset['theme'] = 'dark'
      return { ...result, dark: await scan(rules) }
    },
    [id, colorRules] as const,
  )

for (const [group, viewport] of Object.entries(groups)) {
  test(`every gallery screen of "${group}" reaches its state and is accessible in light and dark`, async ({
    shared,
  }) => {
    await shared.page.setViewportSize(viewport)
    if (shared.needsLoad) await load(shared)
    const screens = await shared.page.evaluate((name) => {
      const { allScreens } = globalThis as unknown as Gallery
      return allScreens.filter((screen) => screen.group === name).map(({ id, reload }) => ({ id, reload }))
    }, group)
    expect(screens).not.toEqual([])
    test.setTimeout(20_000 + screens.length * 20_000)
    for (const { id, reload = false } of screens) {
      await test.step(id, async () => {
        if (shared.needsLoad || reload) await load(shared)
        shared.needsLoad = reload
        const { reached, isTooWide, light, dark } = await checkScreen(shared, id)
        expect.soft(reached, id).toBe('yes')
        expect.soft(isTooWide, `${id}: the page is wider than its window`).toBe(false)
        expect.soft(light, `accessibility of ${id}, light`).toEqual([])
        expect.soft(dark, `accessibility of ${id}, dark`).toEqual([])
      })
    }
    expect(shared.errors.splice(0), 'page errors').toEqual([])
  })
}

test('every group of the gallery is tested', async ({ page }) => {
  await page.goto('/dev/screens')
  await expect(page.getByRole('region')).toHaveCount(Object.keys(groups).length)
})

test('the e-mails in the previews are readable in light on a phone and in dark on a desktop', async ({
  page,
  scanA11y,
  scanColors,
}) => {
  await page.goto('/dev/screens')
  await page.getByRole('link', { name: 'Mensagens', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Mensagens' })).toBeVisible()
  await scanA11y('the list of messages')
  const paths = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(paths.length).toBeGreaterThan(20)
  test.setTimeout(20_000 + paths.length * 10_000)
  for (const path of paths) {
    await page.goto(path)
    await page.setViewportSize(phone)
    await page.emulateMedia({ colorScheme: 'light' })
    // Landmarks belong to the mail program that shows the e-mail.
    await scanColors(`${path}, light`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
    await page.setViewportSize(desk)
    await page.emulateMedia({ colorScheme: 'dark' })
    await scanColors(`${path}, dark`)
  }
})
