import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Launch, PostgresBinaries } from './postgres-binaries.ts'
import { createRestartPauses } from './restart-pauses.ts'

/** Time limit for a fast shutdown, before an immediate one (the next start then recovers). */
const shutdownMs = 20_000

/** Starts a server again whenever it exits. */
export function supervise(
  first: RunningServer,
  {
    start,
    onUnexpectedExit,
  }: { start: () => Promise<RunningServer>; onUnexpectedExit: (reason: string) => void },
): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  let server = first

  const restart = async (): Promise<void> => {
    const pauseAfter = createRestartPauses()
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      const output = await server.exited
      if (stopping.signal.aborted) return
      onUnexpectedExit(reasonOf(output))
      const pauseMs = pauseAfter(performance.now() - startedAt)
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      // While the folder is in use, a restart fails, and the loop pauses again.
      if (!stopping.signal.aborted) server = await start().catch(() => server)
    }
  }
  const done = restart()
  return {
    stop: async () => {
      stopping.abort()
      await server.stop()
      await done
      // Stops a server that was started in the meantime.
      await server.stop()
    },
  }
}

export type RunningServer = ReturnType<typeof runPostgres>

export function runPostgres(
  binaries: PostgresBinaries,
  launch: Launch,
  data: string,
  settings: Readonly<Record<string, string | number>>,
) {
  const [command, ...prefix] = launch.prefix
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(command, [...prefix, binaries.postgres, '-D', data, ...flags], {
    env: { ...process.env, ...binaries.environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    // A separate process group: Ctrl+C must reach Node first, so that requests finish before the database stops.
    detached: true,
  })
  let lastOutput = ''
  let announceReady: () => void = () => {}
  const started = new Promise<void>((resolveReady) => (announceReady = resolveReady))
  child.stderr.on('data', (chunk: Buffer) => {
    lastOutput = (lastOutput + chunk.toString()).slice(-4_000)
    if (!lastOutput.includes('database system is ready to accept connections')) return
    announceReady()
    lastOutput = ''
  })
  const exited = new Promise<string>((resolveExit) => {
    child.once('error', (error) => resolveExit(error.message))
    child.once('close', (_code, signal) =>
      resolveExit(signal === null || signal === 'SIGABRT' ? lastOutput : `ended by ${signal}`),
    )
  })
  return {
    exited,
    /** @throws an error with its output when it exits before it is ready */
    untilReady: () =>
      Promise.race([
        started,
        exited.then((output) => {
          throw new Error(output)
        }),
      ]),
    stop: async () => {
      child.kill('SIGINT')
      const quitTimer = setTimeout(() => child.kill('SIGQUIT'), shutdownMs)
      await exited
      clearTimeout(quitTimer)
    },
  }
}

/** The first fatal error in the server's output, or its last line. */
export function reasonOf(output: string): string {
  return /(?:FATAL|PANIC): {2}(.*)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1) ?? ''
}
