import { constants, getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { lowerPoolPriority, poolThreads } from './pool-priority.ts'

test.runIf(process.platform === 'linux')(
  'the thread pool gets a lower priority than the main thread, whose priority is unchanged',
  async () => {
    const before = getPriority()
    await lowerPoolPriority()
    const threads = poolThreads()
    expect(threads.length).toBeGreaterThan(0)
    for (const thread of threads) expect(getPriority(thread)).toBe(constants.priority.PRIORITY_BELOW_NORMAL)
    expect(getPriority()).toBe(before)
  },
)
