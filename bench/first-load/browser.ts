import type { ChildProcess } from 'node:child_process'
import { findChromium } from '../../tools/chromium.ts'

type Launch = (options: {
  chromePath: string
  chromeFlags: string[]
  envVars: Record<string, string>
  logLevel: 'error'
}) => Promise<{ port: number; process: ChildProcess; kill: () => void }>

// Installed in this folder only; a literal name would fail type checking elsewhere.
const packageName: string = 'chrome-launcher'
const { launch } = (await import(packageName)) as { launch: Launch }

/** Starts Chromium with a fresh profile for Lighthouse. */
export const startBrowser = async (): Promise<{ port: number; close: () => Promise<void> }> => {
  const { executablePath, args, env } = await findChromium()
  const chrome = await launch({
    chromePath: executablePath,
    chromeFlags: [...args, '--headless'],
    envVars: env,
    logLevel: 'error',
  })
  return {
    port: chrome.port,
    close: () =>
      new Promise((resolve) => {
        chrome.process.once('exit', () => resolve())
        chrome.kill()
      }),
  }
}
