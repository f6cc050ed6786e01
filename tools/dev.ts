/**
 * Development: the server restarts when its sources change, the pages reload when theirs do. Open the address that Vite
 * prints; it passes /api on to the server. Both end with Ctrl+C.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const port = process.env['PORT'] ?? '3000'
const webPort = process.env['WEB_PORT'] ?? '5173'
const env = {
  ...process.env,
  PORT: port,
  API_ORIGIN: `http://127.0.0.1:${port}`,
  // The address the browser shows, so that forms sent from there are ours.
  PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${webPort}`,
}

const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/main/start.ts'], {
    cwd: root,
    env,
    stdio: 'inherit',
  }),
  spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), '--port', webPort, '--strictPort'], {
    cwd: join(root, 'web'),
    env,
    stdio: 'inherit',
  }),
]

function endAll(): void {
  for (const child of children) child.kill('SIGTERM')
}
process.once('SIGINT', endAll)
process.once('SIGTERM', endAll)
for (const child of children) child.once('exit', endAll)
