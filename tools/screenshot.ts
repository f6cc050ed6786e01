/**
 * Takes a screenshot of a page: `node tools/screenshot.ts URL out.png [--width 390] [--height 844] [--full]`. Prints
 * the page's console output, which may explain a blank screenshot.
 */
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findChromium } from './chromium.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', default: '390' },
    height: { type: 'string' },
    full: { type: 'boolean', default: false },
  },
})
const [url, file] = positionals
if (url === undefined || file === undefined) {
  console.error('Usage: node tools/screenshot.ts URL out.png [--width 390] [--height 844] [--full]')
  process.exit(2)
}

const width = Number(values.width)
const height = Number(values.height ?? (width < 800 ? 844 : 800))
const browser = await chromium.launch(await findChromium())
try {
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: width < 800 ? 2 : 1,
    locale: 'pt-BR',
  })
  page.on('console', (message) => console.log(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => console.log(`page error: ${error.message}`))
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.screenshot({ path: file, fullPage: values.full })
} finally {
  await browser.close()
}
