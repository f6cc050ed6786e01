// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { compileFunction } from 'node:vm'
import { expect, it, vi } from 'vitest'
import { createChallenge, flowTag } from './challenge.ts'
import { verifyProof } from './proof.ts'

type WorkerScope = {
  postMessage: (data: unknown) => void
  onmessage?: (message: { data: unknown }) => Promise<void>
}
type Widget = {
  configure: (options: object) => Promise<void>
  verify: () => Promise<{ payload: string } | null>
}
/** Globals of jsdom and the widget; the server's types have no DOM. */
type Page = {
  document: { createElement: (name: string) => Widget; body: { append: (element: Widget) => void } }
  $altcha: { algorithms: Map<string, () => unknown> }
}

const workerFile = join(dirname(createRequire(import.meta.url).resolve('altcha')), '../workers/sha.js')
const runWorkerScript = compileFunction(readFileSync(workerFile, 'utf8'), ['self'])

/** The widget's worker script, run in the same thread. */
const startWorker = () => {
  const worker = new EventTarget()
  const self: WorkerScope = {
    postMessage: (data) => worker.dispatchEvent(new MessageEvent('message', { data })),
  }
  runWorkerScript(self)
  return Object.assign(worker, {
    postMessage: (data: unknown) => void self.onmessage?.({ data }),
    terminate: () => {},
  })
}

it('the official ALTCHA widget solves a challenge of the server, and its payload is accepted', async () => {
  Object.defineProperty(globalThis, 'isSecureContext', { value: true, configurable: true })
  await import('altcha')
  const { document, $altcha } = globalThis as unknown as Page
  $altcha.algorithms.set('SHA-256', startWorker)

  const now = Date.now()
  const flow = flowTag('widget')
  const key = new Uint8Array(32).fill(1)
  const random = { bytes: (count: number) => Buffer.alloc(count, 9), below: () => 321 }
  const challenge = createChallenge({ key, now, random, scope: 'signin', flow, maxnumber: 1000, work: 1 })

  const widget = document.createElement('altcha-widget')
  document.body.append(widget)
  await vi.waitUntil(() => 'configure' in widget)
  await widget.configure({ challenge, minDuration: 0, workers: 2 })
  const result = await widget.verify()
  const input = { payload: result?.payload, key, now, flow, maxnumber: 1000, work: 1 }
  expect(verifyProof(input)).toMatchObject({ valid: true, challenge: challenge.challenge })
})
