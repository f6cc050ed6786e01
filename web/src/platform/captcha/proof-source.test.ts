import { setImmediate as allPromises } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createProofSource } from './proof-source.ts'

const signed = { algorithm: 'SHA-256', salt: 'ab?expires=1&', signature: 'f'.repeat(64) } as const

/** A source with numbered challenges whose solves complete on demand. */
const setUp = () => {
  const clock = { now: Date.UTC(2026, 10, 21) }
  const solves: { signal: AbortSignal; finish: (number: number) => void; fail: (error: unknown) => void }[] =
    []
  let fetched = 0
  const source = createProofSource({
    now: () => clock.now,
    fetchChallenge: () => {
      fetched += 1
      const digest = String(fetched).padStart(64, '0')
      return Promise.resolve({ ...signed, challenge: digest, maxnumber: 1_000_000 })
    },
    solve: (_challenge, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      solves.push({ signal, finish: resolve, fail: reject })
      return promise
    },
  })
  /** Waits until `count` solves have started. */
  const begun = async (count: number) => {
    await allPromises()
    expect(solves.length).toBe(count)
  }
  /** Waits for that many solves to have begun and gives the last one its number. */
  const finish = async (count: number, number: number) => {
    await begun(count)
    solves[count - 1]!.finish(number)
  }
  const solved = async () => {
    const count = solves.length + 1
    const proof = source.getProof()
    await finish(count, 42)
    return proof
  }
  /** A caller whose solve has begun aborts. */
  const abortOne = async () => {
    const stop = new AbortController()
    const leaving = source.getProof(stop.signal)
    await begun(1)
    stop.abort()
    await expect(leaving).rejects.toMatchObject({ kind: 'aborted' })
  }
  return { clock, solves, source, begun, finish, solved, abortOne, fetched: () => fetched }
}

describe('proof source', () => {
  it('a proof contains the challenge, the number and a timestamp', async () => {
    const { clock, solved } = setUp()
    expect(await solved()).toEqual({
      ...signed,
      challenge: '1'.padStart(64, '0'),
      number: 42,
      solved_at: clock.now,
    })
  })

  it('a proof is reused for 20 seconds, then a new challenge is solved', async () => {
    const { clock, fetched, finish, solved, source } = setUp()
    const first = await solved()
    clock.now += 19_999
    expect(await source.getProof()).toBe(first)
    expect(fetched()).toBe(1)
    clock.now += 1
    const second = source.getProof()
    await finish(2, 43)
    expect((await second).number).toBe(43)
  })

  it('concurrent callers share one solve', async () => {
    const { fetched, finish, source } = setUp()
    const waiting = [source.getProof(), source.getProof(), source.getProof()]
    await finish(1, 7)
    const proofs = await Promise.all(waiting)
    expect(new Set(proofs).size).toBe(1)
    expect(fetched()).toBe(1)
  })

  it('a proof is not reused beyond its budget of 8', async () => {
    const { finish, source } = setUp()
    const first = source.getProof(undefined, 4)
    await finish(1, 1)
    await first
    expect((await source.getProof(undefined, 4)).number).toBe(1)
    const next = source.getProof()
    await finish(2, 2)
    expect((await next).number).toBe(2)
  })

  it('a caller of a shared solve whose budget was spent gets a new solve', async () => {
    const { finish, source } = setUp()
    const waiting = [4, 4, 4].map((weight) => source.getProof(undefined, weight))
    await finish(1, 1)
    await finish(2, 2)
    expect((await Promise.all(waiting)).map((proof) => proof.number)).toEqual([1, 1, 2])
  })

  it('aborting one caller does not abort the solve for another', async () => {
    const { abortOne, solves, source } = setUp()
    const staying = source.getProof()
    await abortOne()
    expect(solves[0]!.signal.aborted).toBe(false)
    solves[0]!.finish(9)
    expect((await staying).number).toBe(9)
  })

  it('solving stops when the last caller aborts, and restarts for the next', async () => {
    const { abortOne, begun, solves, source } = setUp()
    await abortOne()
    expect(solves[0]!.signal.aborted).toBe(true)
    const next = source.getProof()
    await begun(2)
    solves[0]!.finish(1)
    solves[1]!.finish(2)
    expect((await next).number).toBe(2)
  })

  it('no challenge is requested when already aborted', async () => {
    const { fetched, source } = setUp()
    await expect(source.getProof(AbortSignal.abort())).rejects.toMatchObject({ kind: 'aborted' })
    expect(fetched()).toBe(0)
  })

  it('a warm-up runs once, and the first call uses its proof', async () => {
    const { fetched, finish, source } = setUp()
    source.warm()
    source.warm()
    await finish(1, 5)
    expect((await source.getProof()).number).toBe(5)
    source.warm()
    expect(fetched()).toBe(1)
  })

  it('a warm-up continues when a caller that joined it aborts', async () => {
    const { abortOne, solves, source } = setUp()
    source.warm()
    await abortOne()
    expect(solves[0]!.signal.aborted).toBe(false)
  })

  it('a failed warm-up is silent and retried for a caller', async () => {
    const { begun, finish, solves, source } = setUp()
    source.warm()
    await begun(1)
    solves[0]!.fail(new Error('offline'))
    await allPromises()
    const proof = source.getProof()
    await finish(2, 3)
    expect((await proof).number).toBe(3)
  })

  it('a failed solve is reported to the caller and not cached', async () => {
    const { begun, solved, solves, source } = setUp()
    const failing = source.getProof()
    await begun(1)
    const cause = new Error('offline')
    solves[0]!.fail(cause)
    await expect(failing).rejects.toBe(cause)
    expect((await solved()).number).toBe(42)
  })

  it('a rejected proof is replaced by a new solve', async () => {
    const { fetched, solved, source } = setUp()
    await solved()
    source.discard()
    await solved()
    expect(fetched()).toBe(2)
  })
})
