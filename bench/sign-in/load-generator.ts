import { fork } from 'node:child_process'
import { join } from 'node:path'

export type Command =
  | { type: 'prepare'; documents: readonly string[] }
  | { type: 'sign-in'; connections: number }
  | { type: 'burst' }
  | { type: 'stop' }

/** Number of sign-ins and their duration; `rejected` has the latency of each 503 in milliseconds. */
export type Report = { people: number; ms: number; rejected?: readonly number[] }

export type LoadGenerator = {
  pid: number
  /** @throws on an unexpected response; the reason is on the process's standard error */
  run: (command: Command) => Promise<Report>
  close: () => void
}

/** Starts the process that simulates the people who sign in. */
export const startLoadGenerator = (url: string, password: string): LoadGenerator => {
  const child = fork(join(import.meta.dirname, 'load-generator-process.ts'), [url, password])
  const pending = new Map<
    Command['type'],
    { resolve: (report: Report) => void; reject: (error: Error) => void }
  >()
  child.on('message', (message: { command: Command['type']; report: Report }) => {
    pending.get(message.command)?.resolve(message.report)
    pending.delete(message.command)
  })
  child.on('exit', () => {
    for (const { reject } of pending.values()) reject(new Error('The client process has exited'))
  })
  return {
    pid: child.pid ?? 0,
    run: (command) =>
      new Promise((resolve, reject) => {
        pending.set(command.type, { resolve, reject })
        child.send(command)
      }),
    close: () => child.kill(),
  }
}
