import { format } from 'node:util'
import { afterEach, beforeEach, vi } from 'vitest'

// The default of one second is too short for busy machines.
const { waitFor, waitUntil } = vi
vi.waitFor = (callback, options = { timeout: 30_000 }) => waitFor(callback, options)
vi.waitUntil = (callback, options = { timeout: 30_000 }) => waitUntil(callback, options)

const logged: string[] = []

beforeEach(() => {
  logged.length = 0
  console.error = (...values: unknown[]) => {
    logged.push(format(...values))
  }
})

afterEach(() => {
  // Unread warnings hide defects: console output of React, jsdom and our code fails the test.
  if (logged.length > 0) throw new Error(`console.error was called:\n${logged.join('\n')}`)
})
