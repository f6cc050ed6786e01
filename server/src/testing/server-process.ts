import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** The product's own start, as `npm start` runs it after building the web. */
const startFile = join(import.meta.dirname, '../main/start.ts')

export type ServerProcess = {
  /** Where it answers, such as `http://127.0.0.1:41234`, without a slash at the end. */
  url: string
  pid: number
  /** Everything it has printed so far. */
  output: () => string
  /** Sends the signal and waits for the end; resolves to the exit code, or the signal that ended it. */
  kill: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals>
}

/**
 * Starts a whole server in a process of its own on a free port of the loopback, and waits until it prints its address.
 * Several of them on one DATABASE_URL are how races between processes are tested. It ends with this process.
 * @param env what to add to or, with undefined, take from this process's environment
 * @throws with everything it printed when it ends before it is ready
 */
export async function startServerProcess({
  env,
  file = startFile,
}: {
  env: Readonly<Record<string, string | undefined>>
  file?: string
}): Promise<ServerProcess> {
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', process.execPath, file], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', LOCAL_MESSAGING: 'yes', ...env },
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
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  })
  const url = await Promise.race([
    ready,
    exited.then((end) => {
      throw new Error(`The server ended (${end}) before it was ready:\n${output}`)
    }),
  ])
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    kill: (signal = 'SIGTERM') => {
      child.kill(signal)
      return exited
    },
  }
}
