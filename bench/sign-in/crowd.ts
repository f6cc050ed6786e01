import { fork } from 'node:child_process'
import { join } from 'node:path'

export type Order =
  | { do: 'prepare'; documents: readonly string[] }
  | { do: 'sign-in'; connections: number }
  | { do: 'rush' }
  | { do: 'stop' }

/** Number of sign-ins and their duration; `rejected` has the latency of each 503 in milliseconds. */
export type Report = { people: number; ms: number; rejected?: readonly number[] }

export type Crowd = {
  pid: number
  /** @throws on an unexpected response; the reason is on the crowd's standard error */
  run: (order: Order) => Promise<Report>
  close: () => void
}

/** Starts the process that simulates the people. */
export const startCrowd = (url: string, password: string): Crowd => {
  const child = fork(join(import.meta.dirname, 'crowd-process.ts'), [url, password])
  const waiting = new Map<
    Order['do'],
    { resolve: (report: Report) => void; reject: (error: Error) => void }
  >()
  child.on('message', (message: { order: Order['do']; report: Report }) => {
    waiting.get(message.order)?.resolve(message.report)
    waiting.delete(message.order)
  })
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('The client process has exited'))
  })
  return {
    pid: child.pid ?? 0,
    run: (order) =>
      new Promise((resolve, reject) => {
        waiting.set(order.do, { resolve, reject })
        child.send(order)
      }),
    close: () => child.kill(),
  }
}
