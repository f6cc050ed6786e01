import { fakeCameraArguments, findChromium } from '../tools/chromium.ts'
import { expect, test } from './fixtures.ts'
import { servePhotoPages } from './photo-pages.ts'

const launch = await findChromium()
test.use({ launchOptions: { ...launch, args: [...launch.args, ...fakeCameraArguments] } })

let pages: Awaited<ReturnType<typeof servePhotoPages>>
test.beforeAll(async () => {
  pages = await servePhotoPages()
})
test.afterAll(() => pages.close())

test('a photo is taken, retaken and used with the keyboard only', async ({ page, scanA11y }) => {
  await page.goto(`${pages.url}#frente`)
  await expect(page.getByRole('dialog', { name: 'Tire uma foto da frente do seu documento' })).toBeVisible()
  const shutter = page.getByRole('button', { name: 'Tirar foto' })
  await expect(shutter).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Câmera pronta' })).toBeAttached()
  const box = await shutter.boundingBox()
  expect([box?.width, box?.height]).toEqual([64, 64])
  await scanA11y('the camera')

  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'Foto que você acabou de tirar' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Usar esta foto' })).toBeFocused()
  await scanA11y('the preview of a photo')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(shutter).toBeFocused()
  // The shutter works once the reopened camera delivers frames; the next step appears once the photo is encoded.
  await expect(page.getByRole('status').filter({ hasText: 'Câmera pronta' })).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Usar esta foto' })).toBeFocused()
  await page.keyboard.press('Enter')

  const response = page.getByTestId('response')
  await expect(response).toHaveText(/^photo /)
  const [, kind, type, size] = /^(\w+) (\S+) (\d+)$/.exec((await response.textContent()) ?? '') ?? []
  expect([kind, type]).toEqual(['photo', 'image/jpeg'])
  expect(Number(size)).toBeGreaterThan(500)
  expect(Number(size)).toBeLessThanOrEqual(5 * 1024 * 1024)
})

test('the photo is a JPEG in the camera’s resolution, and leaving the screen stops the camera', async ({
  page,
}) => {
  // Records the page's streams and photos for inspection.
  await page.addInitScript(() => {
    const recorded = { streams: [] as MediaStream[], blobs: [] as Blob[] }
    Object.assign(globalThis, { recorded })
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      recorded.streams.push(stream)
      return stream
    }
    const create = URL.createObjectURL.bind(URL)
    URL.createObjectURL = (blob) => {
      if (blob instanceof Blob) recorded.blobs.push(blob)
      return create(blob)
    }
  })
  type Recorded = { streams: MediaStream[]; blobs: Blob[] }
  await page.goto(`${pages.url}#selfie`)
  await page.getByRole('button', { name: 'Tirar foto' }).click()
  await page.getByRole('img', { name: 'Foto que você acabou de tirar' }).waitFor()
  const photo = await page.evaluate(async () => {
    const { blobs, streams } = (globalThis as unknown as { recorded: Recorded }).recorded
    const blob = blobs.at(-1)!
    const bitmap = await createImageBitmap(blob)
    const head = [...new Uint8Array(await blob.slice(0, 3).arrayBuffer())]
    const { width, height } = streams.at(-1)!.getVideoTracks()[0]!.getSettings()
    return { head, size: [bitmap.width, bitmap.height], camera: [width, height] }
  })
  expect(photo.head).toEqual([0xff, 0xd8, 0xff])
  expect(photo.size).toEqual(photo.camera)
  const states = () =>
    page.evaluate(() =>
      (globalThis as unknown as { recorded: Recorded }).recorded.streams.flatMap((stream) =>
        stream.getTracks().map(({ readyState }) => readyState),
      ),
    )
  expect(await states()).toContain('live')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('response')).toHaveText('back')
  expect(new Set(await states())).toEqual(new Set(['ended']))
})

for (const viewport of [
  { width: 360, height: 640 },
  { width: 844, height: 390 },
  { width: 1080, height: 1920 },
])
  test(`the camera screen fits within ${viewport.width} × ${viewport.height} px`, async ({ page }) => {
    await page.setViewportSize(viewport)
    for (const hash of ['#verso', '#selfie']) {
      await page.goto('about:blank')
      await page.goto(pages.url + hash)
      const shutter = page.getByRole('button', { name: 'Tirar foto' })
      await expect(shutter).toBeEnabled()
      await expect(shutter).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('button', { name: 'Fechar câmera' })).toBeInViewport({ ratio: 1 })
      await shutter.click()
      await expect(page.getByRole('button', { name: 'Tirar outra' })).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('img', { name: 'Foto que você acabou de tirar' })).toBeInViewport({
        ratio: 1,
      })
    }
  })

test('the selfie instructions show four tips and a sample', async ({ page, scanA11y }) => {
  await page.goto(pages.url)
  await expect(page.getByRole('listitem')).toHaveCount(4)
  await expect(page.getByRole('img', { name: /^Exemplo/ })).toBeVisible()
  await scanA11y('the selfie instructions')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByTestId('response')).toHaveText('confirmed')
})
