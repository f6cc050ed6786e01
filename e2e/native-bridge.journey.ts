import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { jpeg, servePhotoPages } from './photo-pages.ts'

let pages: Awaited<ReturnType<typeof servePhotoPages>>
test.beforeAll(async () => {
  pages = await servePhotoPages()
})
test.afterAll(() => pages.close())

/** The objects that each kind of app injects before the page starts; messages go to `received`. */
const apps: Record<string, string> = {
  'Android (addJavascriptInterface)': 'window.ClubeApp = { postMessage: (text) => window.received(text) }',
  'iOS (WKScriptMessageHandler)':
    'window.webkit = { messageHandlers: { ClubeApp: { postMessage: (text) => window.received(text) } } }',
  'React Native (react-native-webview)':
    'window.ReactNativeWebView = { postMessage: (text) => window.received(text) }',
  'Flutter (flutter_inappwebview)':
    'window.flutter_inappwebview = { callHandler: async (name, text) => { if (name === "ClubeApp") window.received(text) } }',
}

/** How an app can send its response to the page (docs/native-bridge.md). */
const transports = {
  event: (response: unknown) =>
    `window.dispatchEvent(new CustomEvent('data', { detail: ${literal(response)} }))`,
  message: (response: unknown) =>
    `window.dispatchEvent(new MessageEvent('message', { data: ${literal(response)} }))`,
  postMessage: (response: unknown) => `window.postMessage(${literal(response)}, window.location.origin)`,
}
/** The response as JSON text, quoted as a string literal. */
const literal = (response: unknown) => JSON.stringify(JSON.stringify(response))

const openInApp = async (page: Page, app: string) => {
  const received: { type: string; request_id: string }[] = []
  await page.exposeFunction('received', (message: string) => {
    received.push(JSON.parse(message) as (typeof received)[number])
  })
  await page.addInitScript(app)
  await page.goto(`${pages.url}#frente`)
  await expect(page.getByRole('status').filter({ hasText: 'Tire a foto no aplicativo.' })).toBeVisible()
  await expect.poll(() => received.length).toBeGreaterThan(0)
  return { received, lastId: () => received.at(-1)?.request_id }
}

for (const [name, app] of Object.entries(apps))
  test(`the native app takes the photo through the bridge of ${name}`, async ({ page, scanA11y }) => {
    const { received, lastId } = await openInApp(page, app)
    expect(received.at(-1)).toEqual({
      type: 'handle_pictures',
      request_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    await scanA11y('waiting for the app')
    await page.evaluate(transports.event({ request_id: lastId(), qrcode: '', image: jpeg }))
    await page.getByRole('button', { name: 'Usar esta foto' }).click()
    await expect(page.getByTestId('response')).toHaveText(/^photo image\/jpeg \d+$/)
  })

for (const transport of ['message', 'postMessage'] as const)
  test(`the native app can respond through ${transport} with the id of the request`, async ({ page }) => {
    const { lastId } = await openInApp(page, apps['React Native (react-native-webview)'] ?? '')
    await page.evaluate(transports[transport]({ request_id: lastId(), image: jpeg }))
    await expect(page.getByRole('button', { name: 'Usar esta foto' })).toBeVisible()
  })

test('a frame inside the page cannot respond to a native bridge request, even with its id', async ({
  page,
}) => {
  const { lastId } = await openInApp(page, apps['Android (addJavascriptInterface)'] ?? '')
  const delivered = page.evaluate(
    (response) =>
      new Promise((resolve) => {
        window.addEventListener('message', resolve, { once: true })
        const frame = document.createElement('iframe')
        frame.sandbox.add('allow-scripts')
        frame.srcdoc = `<script>parent.postMessage(${JSON.stringify(response)}, '*')<${'/'}script>`
        document.body.append(frame)
      }).then(() => 'delivered'),
    JSON.stringify({ request_id: lastId(), image: jpeg }),
  )
  expect(await delivered).toBe('delivered')
  await expect(page.getByRole('status').filter({ hasText: 'Tire a foto no aplicativo.' })).toBeVisible()
  await page.evaluate(transports.event({ request_id: lastId(), image: jpeg }))
  await expect(page.getByRole('button', { name: 'Usar esta foto' })).toBeVisible()
})

for (const [name, response] of Object.entries<unknown>({
  'no image': { qrcode: '123' },
  HTML: { image: '<img src=x onerror=alert(1)>' },
  'HTML in base64': { image: Buffer.from('<script>alert(1)</script>').toString('base64') },
  'more than 5 MB': { image: Buffer.alloc(6 * 1024 * 1024, 0xff).toString('base64') },
}))
  test(`a native app’s response with ${name} is treated as empty, and the photo can be requested again`, async ({
    page,
  }) => {
    const { received, lastId } = await openInApp(page, apps['iOS (WKScriptMessageHandler)'] ?? '')
    const requestCount = received.length
    await page.evaluate(transports.event(response))
    await expect(page.getByRole('status').filter({ hasText: 'A foto não chegou.' })).toBeVisible()
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect.poll(() => received.length).toBeGreaterThan(requestCount)
    await page.evaluate(transports.event({ request_id: lastId(), image: jpeg }))
    await expect(page.getByRole('button', { name: 'Usar esta foto' })).toBeVisible()
  })
