import { findChromium } from '../tools/chromium.ts'
import { expect, test } from './fixtures.ts'
import { servePhotoPages } from './photo-pages.ts'

// A camera exists, but permission is denied.
const launch = await findChromium()
const denied = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny']
test.use({ launchOptions: { ...launch, args: [...launch.args, ...denied] } })

let pages: Awaited<ReturnType<typeof servePhotoPages>>
test.beforeAll(async () => {
  pages = await servePhotoPages()
})
test.afterAll(() => pages.close())

test('denied camera permission shows a toast and resets the flow', async ({ page }) => {
  await page.goto(`${pages.url}#frente`)
  await expect(page.getByTestId('response')).toHaveText('reset')
  await expect(
    page.getByText('Não foi possível acessar a câmera. Verifique as permissões e tente novamente.'),
  ).toBeVisible()
})

test('a browser without camera support shows the alternatives', async ({ page, scanA11y }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'mediaDevices', { value: undefined })
  })
  await page.goto(`${pages.url}#frente`)
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    'Seu navegador não permite usar a câmera. Abra esta página em outro navegador ou procure o balcão.',
  )
  await scanA11y('no camera')
  await page.getByRole('button', { name: 'Voltar ao início' }).click()
  await expect(page.getByTestId('response')).toHaveText('reset')
})
