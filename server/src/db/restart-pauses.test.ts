import { expect, test } from 'vitest'
import { createRestartPauses } from './restart-pauses.ts'

test('pauses between restarts double up to 30 seconds, and start again after a minute of operation', () => {
  const pauseAfter = createRestartPauses()
  const failing = Array.from({ length: 10 }, () => pauseAfter(100))
  expect(failing).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000])
  expect([pauseAfter(60_001), pauseAfter(100)]).toEqual([200, 400])
})
