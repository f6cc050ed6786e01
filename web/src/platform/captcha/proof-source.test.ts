import { setImmediate as allPromises } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createProofSource } from './proof-source.ts'

const signed = { algorithm: 'SHA-256', salt: 'ab?expires=1&', signature: 'f'.repeat(64) } as const

/** A source with numbered challenges whose solves complete on demand. */
const setUp = () => {
  const clock = { now: Date.UTC(2026, 10, 21) }
  const solves: (PromiseWithResolvers<number> & { signal: AbortSignal })[] = []
  let fetched = 0
  const source = createProofSource({
    now: () => clock.now,
    fetchChallenge: async () => {
      fetched += 1
      return { ...signed, challenge: String(fetched).padStart(64, '0'), maxnumber: 1_000_000 }
    },
    solve: (_challenge, signal) => {
      const solve = { signal, ...Promise.withResolvers<number>() }
      solves.push(solve)
      return solve.promise
    },
  })
  /** Waits until `count` solves have started. */
  const waitForSolves = async (count: number) => {
    await allPromises()
    expect(solves.length).toBe(count)
  }
  /** Waits until `count` solves have started and finishes the last one. */
  const finish = async (count: number, number: number) => {
    await waitForSolves(count)
    solves[count - 1]!.resolve(number)
  }
  /** A proof that needs a new solve. */
  const solved = async (number = 42, weight?: number) => {
    const count = solves.length + 1
    const proof = source.getProof(undefined, weight)
    await finish(count, number)
    return proof
  }
  /** A caller whose solve has started aborts. */
  const abortOne = async () => {
    const stop = new AbortController()
    const aborted = source.getProof(stop.signal)
    await waitForSolves(1)
    stop.abort()
    await expect(aborted).rejects.toMatchObject({ failure: { kind: 'aborted' } })
  }
  return { clock, solves, source, waitForSolves, finish, solved, abortOne, fetched: () => fetched }
}

it('a captcha proof contains the challenge, the number and a timestamp', async () => {
  const { clock, solved } = setUp()
  expect(await solved()).toEqual({
    ...signed,
    challenge: '1'.padStart(64, '0'),
    number: 42,
    solved_at: clock.now,
  })
})

it('a captcha proof is reused for 20 seconds, then a new challenge is solved', async () => {
  const { clock, fetched, solved, source } = setUp()
  const first = await solved()
  clock.now += 19_999
  expect(await source.getProof()).toBe(first)
  expect(fetched()).toBe(1)
  clock.now += 1
  expect((await solved(43)).number).toBe(43)
  expect(fetched()).toBe(2)
})

it('concurrent callers share one captcha solve', async () => {
  const { fetched, finish, source } = setUp()
  const waiting = [source.getProof(), source.getProof(), source.getProof()]
  await finish(1, 7)
  const proofs = await Promise.all(waiting)
  expect(new Set(proofs).size).toBe(1)
  expect(fetched()).toBe(1)
})

it('a captcha proof is not reused beyond its budget of 8', async () => {
  const { solved, source } = setUp()
  await solved(1, 4)
  expect((await source.getProof(undefined, 4)).number).toBe(1)
  expect((await solved(2)).number).toBe(2)
})

it('a caller of a shared captcha solve whose budget is exhausted gets a new solve', async () => {
  const { finish, source } = setUp()
  const waiting = [4, 4, 4].map((weight) => source.getProof(undefined, weight))
  await finish(1, 1)
  await finish(2, 2)
  expect((await Promise.all(waiting)).map((proof) => proof.number)).toEqual([1, 1, 2])
})

it('aborting one caller of a captcha solve does not abort it for another', async () => {
  const { abortOne, solves, source } = setUp()
  const other = source.getProof()
  await abortOne()
  expect(solves[0]!.signal.aborted).toBe(false)
  solves[0]!.resolve(9)
  expect((await other).number).toBe(9)
})

it('a captcha solve stops when its last caller aborts, and restarts for the next', async () => {
  const { abortOne, waitForSolves, solves, source } = setUp()
  await abortOne()
  expect(solves[0]!.signal.aborted).toBe(true)
  const next = source.getProof()
  await waitForSolves(2)
  solves[0]!.resolve(1)
  solves[1]!.resolve(2)
  expect((await next).number).toBe(2)
})

it('an already aborted caller requests no captcha challenge', async () => {
  const { fetched, source } = setUp()
  await expect(source.getProof(AbortSignal.abort())).rejects.toMatchObject({ failure: { kind: 'aborted' } })
  expect(fetched()).toBe(0)
})

it('a captcha warm-up runs once, and the first call uses its proof', async () => {
  const { fetched, finish, source } = setUp()
  source.warmUp()
  source.warmUp()
  await finish(1, 5)
  expect((await source.getProof()).number).toBe(5)
  source.warmUp()
  expect(fetched()).toBe(1)
})

it('a captcha warm-up continues when a caller that joined it aborts', async () => {
  const { abortOne, solves, source } = setUp()
  source.warmUp()
  await abortOne()
  expect(solves[0]!.signal.aborted).toBe(false)
})

it('a failed captcha warm-up is silent and retried for a caller', async () => {
  const { waitForSolves, solved, solves, source } = setUp()
  source.warmUp()
  await waitForSolves(1)
  solves[0]!.reject(new Error('offline'))
  await allPromises()
  expect((await solved(3)).number).toBe(3)
})

it('a failed captcha solve is reported to the caller and not cached', async () => {
  const { waitForSolves, solved, solves, source } = setUp()
  const failing = source.getProof()
  await waitForSolves(1)
  const cause = new Error('offline')
  solves[0]!.reject(cause)
  await expect(failing).rejects.toBe(cause)
  expect((await solved()).number).toBe(42)
})

it('a rejected captcha proof is replaced by a new solve', async () => {
  const { fetched, solved, source } = setUp()
  await solved()
  source.discard()
  await solved()
  expect(fetched()).toBe(2)
})
