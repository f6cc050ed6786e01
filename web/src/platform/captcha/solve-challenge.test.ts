import { createHash } from 'node:crypto'
import type { CaptchaChallenge } from '@clube/contract/captcha/challenge.ts'
import { createChallenge, verifySolution } from 'altcha-lib/v1'
import { expect, it } from 'vitest'
import { searchShare, type SearchTask } from './search-share.ts'
import { solveChallenge, workerCount, type CaptchaWorker } from './solve-challenge.ts'

const challengeOf = (number: number, maxnumber = 20_000): Promise<CaptchaChallenge> => {
  const salt = `${'ab'.repeat(12)}?expires=1795243374&`
  const challenge = createHash('sha256').update(`${salt}${number}`).digest('hex')
  return Promise.resolve({ algorithm: 'SHA-256', challenge, salt, maxnumber, signature: 'c'.repeat(64) })
}

const neverAborted = new AbortController().signal
const network = { failure: { kind: 'network', during: 'captcha' } }

/** Fake workers that search on demand and record whether they are running. */
const fakeWorkers = () => {
  const started: (CaptchaWorker & { task?: SearchTask; isRunning: boolean; search: () => void })[] = []
  const startWorker = (): CaptchaWorker => {
    const worker: (typeof started)[number] = {
      onmessage: null,
      onerror: null,
      isRunning: true,
      postMessage: (task) => void (worker.task = task),
      terminate: () => void (worker.isRunning = false),
      search: () => {
        const search = searchShare(worker.task!, null)
        let step = search.next()
        while (!step.done) step = search.next()
        worker.onmessage?.({ data: step.value } as MessageEvent<number | null>)
      },
    }
    started.push(worker)
    return worker
  }
  return {
    started,
    running: () => started.filter((worker) => worker.isRunning).length,
    solve: (challenge: Promise<CaptchaChallenge>, signal = neverAborted) =>
      solveChallenge({ startWorker, workers: 2 }, { challenge, signal }),
  }
}

/** Waits until the challenge has reached the workers. */
const tasksReceived = () => Promise.resolve()

it.each([
  [undefined, 2],
  [1, 2],
  [2, 2],
  [3, 3],
  [16, 4],
])('on %s cores a captcha search uses %i workers', (cores, count) => {
  expect(workerCount(cores)).toBe(count)
})

it('captcha workers share the search and are terminated at the first match', async () => {
  const fake = fakeWorkers()
  const solving = fake.solve(challengeOf(3000))
  await tasksReceived()
  expect(fake.started.map(({ task }) => [task?.share, task?.shares])).toEqual([
    [0, 2],
    [1, 2],
  ])
  fake.started[0]!.search()
  expect(fake.running()).toBe(2)
  fake.started[1]!.search()
  expect(await solving).toBe(3000)
  expect(fake.running()).toBe(0)
})

it('a captcha search without a match fails with no-solution', async () => {
  const fake = fakeWorkers()
  const solving = fake.solve(challengeOf(5001, 5000))
  await tasksReceived()
  for (const worker of fake.started) worker.search()
  await expect(solving).rejects.toMatchObject({ failure: { kind: 'unverified', reason: 'no-solution' } })
  expect(fake.running()).toBe(0)
})

it('aborting a captcha search terminates its workers', async () => {
  const fake = fakeWorkers()
  const stop = new AbortController()
  const solving = fake.solve(challengeOf(3000), stop.signal)
  stop.abort()
  await expect(solving).rejects.toMatchObject({ failure: { kind: 'aborted' } })
  expect(fake.running()).toBe(0)
})

it('an already aborted captcha search starts no worker', async () => {
  const fake = fakeWorkers()
  const solving = fake.solve(challengeOf(3000), AbortSignal.abort())
  await expect(solving).rejects.toMatchObject({ failure: { kind: 'aborted' } })
  expect(fake.started).toEqual([])
})

it('captcha workers load in parallel with the challenge and are terminated when it fails', async () => {
  const fake = fakeWorkers()
  const { promise, reject } = Promise.withResolvers<CaptchaChallenge>()
  const solving = fake.solve(promise)
  expect(fake.running()).toBe(2)
  const offline = new Error('offline')
  reject(offline)
  await expect(solving).rejects.toBe(offline)
  expect(fake.running()).toBe(0)
})

it('a captcha search whose worker cannot be loaded fails with network', async () => {
  const fake = fakeWorkers()
  const solving = fake.solve(challengeOf(3000))
  fake.started[1]!.onerror?.({ message: 'not found' } as ErrorEvent)
  await expect(solving).rejects.toMatchObject(network)
  expect(fake.running()).toBe(0)

  const startWorker = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  const refused = solveChallenge(
    { startWorker, workers: 2 },
    { challenge: challengeOf(1), signal: neverAborted },
  )
  await expect(refused).rejects.toMatchObject(network)
})

it('a solution of the official library’s challenge passes its verifier', async () => {
  const maxnumber = 20_000
  const challenge = await createChallenge({ hmacKey: 'secret', maxnumber, params: { scope: 'signin' } })
  const fake = fakeWorkers()
  const solving = fake.solve(Promise.resolve({ ...challenge, algorithm: 'SHA-256', maxnumber }))
  await tasksReceived()
  for (const worker of fake.started) worker.search()
  expect(await verifySolution({ ...challenge, number: await solving }, 'secret')).toBe(true)
})
