import type { ServerIndex, ServerPair } from './server-pair.ts'

/** Redemptions wait at their steps for others, so that one kill hits several. */
export type Striker = {
  /** Announces a redemption that will reach its step. */
  readonly expect: () => void
  /**
   * Waits until the server was killed.
   * @param isUrgent whether the step would be over if others were waited for
   * @returns false when it had been killed already
   */
  readonly reach: (index: ServerIndex, isUrgent: boolean) => Promise<boolean>
}

/** Shorter than the club waits for a response. */
const togetherMs = 2_000

export const createStriker = (pair: ServerPair): Striker => {
  const waiting: [PromiseWithResolvers<boolean>[], PromiseWithResolvers<boolean>[]] = [[], []]
  let expected = 0
  const strike = (index: ServerIndex): void => {
    const hit = waiting[index].splice(0)
    if (hit.length === 0) return
    pair.kill(index).then(
      () => {
        for (const { resolve } of hit) resolve(true)
      },
      (error: unknown) => {
        for (const { reject } of hit) reject(error)
      },
    )
  }
  return {
    expect: () => {
      expected += 1
    },
    reach: async (index, isUrgent) => {
      if (pair.processOf(index) === null) return false
      expected -= 1
      const reached = Promise.withResolvers<boolean>()
      waiting[index].push(reached)
      if (isUrgent) strike(index)
      else if (expected === 0) for (const each of [0, 1] as const) strike(each)
      else if (waiting[index].length === 1) setTimeout(() => strike(index), togetherMs)
      return reached.promise
    },
  }
}
