import { expect, test } from './fixtures.ts'
import { chooseGift, earnGift } from './gift-steps.ts'
import { expectLargeTargets, kiosk } from './kiosk-steps.ts'
import { heading, join, toast, waitForHydration } from './shopper-steps.ts'

test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ })
// Involves a registration, a receipt and many presses.
test.slow()

const shortCode = /^[2-9A-Z]{4}(-[2-9A-Z]{4}){2}$/
const { name: campaign, path } = { name: 'Panetone da casa', path: '/brindes/panetone-da-casa' }

test('an approved receipt earns a gift, and its voucher is issued once, copied, shown offline and cancelled', async ({
  page,
  context,
  baseURL,
  scanA11y,
}) => {
  await join(page)
  await page.goto(path)
  await expect(page.getByText('R$ 0,00 de R$ 400,00')).toBeVisible()
  await expect(page.getByText('Faltam R$ 400,00 para você ganhar este brinde.').first()).toBeVisible()
  await earnGift(page, baseURL)

  await test.step('a gift and its pickup point are chosen, and the choice survives a reload', async () => {
    await page.goto('/')
    await page
      .getByRole('region', { name: 'Agora' })
      .getByRole('link', { name: `Suas notas completaram o valor em ${campaign}` })
      .click()
    await expect(page.getByRole('button', { name: 'Escolher Panetone artesanal, Frutas' })).toBeVisible()
    await scanA11y('the gifts')
    await chooseGift(page)
    await scanA11y('the confirmation of a gift')
    await page.reload()
    await expect(page.getByRole('radio', { name: /Balcão do Térreo/ })).toBeChecked()
  })

  await test.step('a retry after a lost response returns the same voucher', async () => {
    await page.route(
      '**/free-gifts/print',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await expect(page.getByText(/nada é usado duas vezes/)).toBeVisible()
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await expect(heading(page, 'Brinde garantido!')).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR Code do vale-brinde' })).toBeVisible()
    await expect(page.getByText('Restam 3 de 3 vias.')).toBeVisible()
    await scanA11y('a new gift voucher')
  })

  const code = await page.getByText(shortCode).textContent()
  const own = page.getByRole('link', { name: /Panetone artesanal, Frutas/ })

  await test.step('the voucher in the wallet has a copy, a PDF and a number in the queue', async () => {
    await page.getByRole('link', { name: 'Ver na Carteira' }).click()
    await expect(heading(page, 'Carteira')).toBeVisible()
    await expect(own).toHaveCount(1)
    await scanA11y('the wallet')
    await own.click()
    await page.getByRole('button', { name: 'Imprimir 2ª via' }).click()
    await expect(page.getByText('A 2ª via (1 de 3) está pronta: baixe o PDF e imprima.')).toBeVisible()
    await expect(page.getByText('Restam 2 de 3 vias.')).toBeVisible()
    for (const name of ['Baixar em PDF', 'PDF para bobina de 80 mm']) {
      const href = await page.getByRole('link', { name }).getAttribute('href')
      const file = await page.request.get(href ?? '')
      expect(file.headers()['content-type']).toBe('application/pdf')
    }
    await page.getByRole('button', { name: 'Pegar senha da fila' }).click()
    await expect(page.getByText(/Sua senha de hoje: \d+/)).toBeVisible()
    await scanA11y('a gift voucher')
  })

  await test.step('offline, the wallet lists the voucher, which shows its code', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    // The service worker caches files as they are requested, once active.
    await page.goto('/carteira')
    await expect(own).toBeVisible()
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText(/Isto é o que está guardado neste aparelho/)).toBeVisible()
    await own.click()
    await expect(page.getByText(code ?? '')).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR Code do vale-brinde' })).toBeVisible()
    await context.setOffline(false)
  })

  await test.step('cancelling returns the receipts, which can be used for a gift again', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Cancelar vale-brinde' }).click()
    await expect(page.getByText(/As notas e os pontos que você usou voltam para você\./)).toBeVisible()
    await scanA11y('cancelling a gift voucher')
    await page.getByRole('button', { name: 'Sim, cancelar' }).click()
    await expect(toast(page, 'Vale-brinde cancelado. O que você usou voltou para você.')).toBeVisible()
    await expect(page.getByRole('img', { name: 'QR Code do vale-brinde' })).toHaveCount(0)
    await page.goto('/participacoes')
    const participation = page.getByRole('listitem').filter({ hasText: campaign })
    await expect(participation.getByText('Cancelada')).toBeVisible()
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Escolher Panetone artesanal, Frutas' })).toBeVisible()
  })
})

test('a kiosk prints the voucher of a gift, then a copy, and ends the session @kiosk', async ({
  page,
  baseURL,
  scanA11y,
}) => {
  const printed: string[] = []
  await page.exposeFunction('recordPrint', (text: string) => void printed.push(text))
  await page.addInitScript(() => {
    const { recordPrint } = globalThis as unknown as { recordPrint: (text: string) => void }
    window.print = () => recordPrint(document.body.lastElementChild?.textContent ?? '')
  })
  await page.goto(kiosk)
  // Kiosk mode is active after hydration.
  await waitForHydration(page)
  await join(page, { email: 'caio.brindes@exemplo.com.br' })
  await earnGift(page, baseURL)
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Escolher Panetone artesanal, Frutas' })).toBeVisible()
  await expectLargeTargets(page)
  await scanA11y('the gifts at a kiosk')
  await chooseGift(page)
  await expectLargeTargets(page)
  await page.getByRole('button', { name: 'Confirmar e imprimir' }).click()
  await expect(page.getByText(/^Pegue o seu vale impresso\./)).toBeVisible()
  await page.getByRole('button', { name: 'Ficar mais um pouco' }).click()
  await expectLargeTargets(page)
  await scanA11y('a printed gift voucher at a kiosk')
  await page.getByRole('button', { name: 'Imprimir 2ª via' }).click()
  await expect.poll(() => printed).toHaveLength(2)
  const [first = '', copy = ''] = printed
  expect(first).toMatch(/Vale-brinde.*Panetone artesanal, Frutas.*[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/s)
  expect(first).not.toContain('2ª via')
  expect(copy).toContain('2ª via (1 de 3)')
  await page.getByRole('button', { name: 'Terminar' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).toBe(JSON.stringify([{}, { webapp_service_channel: 'totem' }]))
})
