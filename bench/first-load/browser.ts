import type { ChildProcess } from 'node:child_process'
import { findChromium } from '../../tools/chromium.ts'

type Launch = (options: {
  chromePath: string
  chromeFlags: string[]
  envVars: Record<string, string>
  logLevel: 'error'
}) => Promise<{ port: number; process: ChildProcess; kill: () => void }>

// Installed in this folder only, so its name must be no literal: types are checked without it.
const packageName: string = 'chrome-launcher'
const { launch } = (await import(packageName)) as { launch: Launch }

/** Starts the machine's Chromium for Lighthouse to steer, with a profile of its own. */
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
