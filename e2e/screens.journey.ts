import { expect, test } from './fixtures.ts'

// The screens are independent of each other.
test.describe.configure({ mode: 'parallel' })

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

for (const [group, viewport] of Object.entries(groups)) {
  test(`every gallery screen of "${group}" reaches its state and is accessible in light and dark`, async ({
    page,
    scanA11y,
    scanColors,
  }) => {
    await page.setViewportSize(viewport)
    // Otherwise half of the time is spent waiting for transitions.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/dev/screens')
    const listed = page.getByRole('region', { name: group, exact: true }).getByRole('link')
    await expect(listed).not.toHaveCount(0)
    const screens = await listed.evaluateAll((links) =>
      links.map((link) => ({
        id: decodeURIComponent((link.getAttribute('href') ?? '').slice(1)),
        reload: link.hasAttribute('data-reload'),
      })),
    )
    test.setTimeout(20_000 + screens.length * 20_000)
    const html = page.locator('html')
    let needsPageLoad = true
    for (const { id, reload } of screens) {
      await test.step(id, async () => {
        if (needsPageLoad || reload) {
          await page.goto('about:blank')
          await page.goto(`/dev/screens/screen.html#${id}`)
        } else {
          // A separate page load per state takes longer than the check.
          await page.evaluate((next) => {
            const { showScreen } = globalThis as unknown as { showScreen: (id: string) => Promise<void> }
            return showScreen(next)
          }, id)
        }
        needsPageLoad = reload
        // In every frame: retrying assertions pause for up to a second between attempts.
        await page.waitForFunction(() => document.documentElement.dataset['reached'], undefined, {
          polling: 'raf',
          timeout: 30_000,
        })
        expect.soft(await html.getAttribute('data-reached'), id).toBe('yes')
        const isTooWide = await html.evaluate((root) => root.scrollWidth > root.clientWidth)
        expect.soft(isTooWide, `${id}: the page is wider than its window`).toBe(false)
        await html.evaluate((root) => root.setAttribute('data-theme', 'light'))
        await scanA11y(`${id}, light`)
        await html.evaluate((root) => root.setAttribute('data-theme', 'dark'))
        await scanColors(`${id}, dark`)
      })
    }
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
