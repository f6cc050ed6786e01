import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

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
