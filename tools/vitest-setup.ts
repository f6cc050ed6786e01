import { format } from 'node:util'
import { afterEach, beforeEach } from 'vitest'

const said: string[] = []

beforeEach(() => {
  said.length = 0
  console.error = (...values: unknown[]) => {
    said.push(format(...values))
  }
})

afterEach(() => {
  // Unread warnings hide defects: console output of React, jsdom and our code fails the test.
  if (said.length > 0) throw new Error(`console.error was called:\n${said.join('\n')}`)
})
