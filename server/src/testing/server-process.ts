import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** The server's entry point, as run by `npm start`. */
const startFile = join(import.meta.dirname, '../main/start.ts')

export type ServerProcess = {
  /** Base URL such as `http://127.0.0.1:41234`, without a trailing slash. */
  url: string
  pid: number
  /** Resolves when it has exited, to the exit code or terminating signal. */
  exited: Promise<number | NodeJS.Signals>
  /** Its output so far. */
  output: () => string
  /** Sends the signal and waits. @returns the exit code or terminating signal */
  kill: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals>
}

/**
 * Starts a server on a free loopback port, by default of one process, and waits until it prints its URL.
 * Used for races between processes on one DATABASE_URL. It is killed when this process exits.
 * @param env additions to this process's environment; undefined removes a variable
 * @throws with its output when it exits before it is ready
 */
export async function startServerProcess({
  env,
  file = startFile,
  command = ['setpriv', '--pdeathsig', 'KILL'],
  onOutput = () => {},
}: {
  env: Readonly<Record<string, string | undefined>>
  file?: string
  /** The program that runs Node; it must exit when this process does. */
  command?: readonly string[]
  /** Called with its output so far. */
  onOutput?: (output: string) => void
}): Promise<ServerProcess> {
  const [program = '', ...programArguments] = command
  const child = spawn(program, [...programArguments, process.execPath, file], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', PROCESSES: '1', LOCAL_MESSAGING: 'yes', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('error', (error) => {
      output += error.message
      resolve(1)
    })
    child.once('close', (code, signal) => resolve(signal ?? code ?? 1))
  })
  const ready = new Promise<string>((resolve) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const address = /https?:\/\/[^\s"'/]+:\d+/.exec(output)?.[0]
      if (address !== undefined) resolve(address)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      onOutput(output)
    })
  })
  const url = await Promise.race([
    ready,
    exited.then((end) => {
      throw new Error(`The server exited (${end}) before it was ready:\n${output}`)
    }),
  ])
  return {
    url,
    pid: child.pid ?? 0,
    exited,
    output: () => output,
    kill: (signal = 'SIGTERM') => {
      child.kill(signal)
      return exited
    },
  }
}
