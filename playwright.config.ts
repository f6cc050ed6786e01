import { defineConfig } from '@playwright/test'
import { findChromium } from './tools/chromium.ts'

const port = Number(process.env['E2E_PORT'] ?? 4310)
const baseURL = `http://127.0.0.1:${port}`
const isCi = process.env['CI'] !== undefined
/** The club of the run; its database is created from scratch, and those of older runs are deleted. */
const dataFolder = `.tmp/e2e-${port}`
const sweep = "mkdir -p .tmp; find .tmp -maxdepth 1 -name 'e2e*' -mmin +60 -exec rm -rf {} +"

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.journey.ts',
  outputDir: 'test-results',
  forbidOnly: isCi,
  fullyParallel: false,
  workers: 2,
  // Generous limits for busy machines; they only abort journeys that hang.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // A shared CI machine occasionally stalls for seconds; the report lists what passed only on a retry.
  retries: isCi ? 2 : 0,
  reporter: [['list']],
  use: {
    baseURL,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    screenshot: 'only-on-failure',
    launchOptions: await findChromium(),
  },
  projects: [
    // Journeys run on a phone, those tagged @desk at a desk as well; of staff and kiosks, only where they work.
    {
      name: 'phone',
      grepInvert: /@staff|@kiosk/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
    { name: 'desk', grep: /@desk|@staff/, use: { viewport: { width: 1280, height: 800 } } },
    { name: 'kiosk', grep: /@kiosk/, use: { viewport: { width: 1080, height: 1920 }, hasTouch: true } },
  ],
  webServer: {
    command: `${sweep}; rm -rf ${dataFolder} && exec node server/src/main/start.ts`,
    url: `${baseURL}/health/ready`,
    reuseExistingServer: false,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: baseURL,
      DATA_FOLDER: dataFolder,
      CLUB_CONFIG: 'e2e/club.ts',
      LOG_LEVEL: 'error',
      // Another process shows what staff changed up to a second later; that has API tests.
      PROCESSES: '1',
    },
  },
})
