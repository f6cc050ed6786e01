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
  // A warning nobody reads is a fault nobody mends: React, jsdom and our own code all complain here.
  if (said.length > 0) throw new Error(`console.error was called:\n${said.join('\n')}`)
})
