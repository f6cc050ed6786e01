/**
 * Development: the server restarts and the pages reload when their sources change. Open the URL that Vite
 * prints; it proxies /api to the server. Pages lack the prerendered first screen and the content
 * security policy, which are part of the build. Ctrl+C stops everything.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { themeCss } from '@clube/contract/club/theme.ts'
import { createServer } from 'vite'
import type { Plugin } from 'vite'
import { readClubConfiguration } from '../server/src/main/club-configuration.ts'

const root = join(import.meta.dirname, '..')
const port = process.env['PORT'] ?? '3000'
const webPort = process.env['WEB_PORT'] ?? '5173'
const clubFile = process.env['CLUB_CONFIG'] ?? join(root, 'server/seeds/demonstration/club.ts')

// Read by web/vite.config.ts.
process.env['API_ORIGIN'] = `http://127.0.0.1:${port}`

/** Fills the placeholders of web/index.html, as the server does for a built page. */
function clubPages(club: Awaited<ReturnType<typeof readClubConfiguration>>['club']): Plugin {
  return {
    name: 'club-pages',
    transformIndexHtml: (html) =>
      html
        .replace('<!--head-->', () => `<title>${club.name}</title>`)
        .replace('</head>', () => `<style>${themeCss(club.accent)}</style></head>`)
        .replace('__club__', () => JSON.stringify(club).replaceAll('<', '\\u003c')),
  }
}

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/main/start.ts'], {
  cwd: root,
  // The origin of the pages in the browser, so that its requests count as same-origin.
  env: {
    ...process.env,
    PORT: port,
    PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${webPort}`,
    PROCESSES: process.env['PROCESSES'] ?? '1',
  },
  stdio: 'inherit',
})
const { club } = await readClubConfiguration(clubFile)
const web = await createServer({
  root: join(root, 'web'),
  configFile: join(root, 'web/vite.config.ts'),
  plugins: [clubPages(club)],
  server: { port: Number(webPort), strictPort: true },
})
await web.listen()
web.printUrls()

async function stopAll(): Promise<void> {
  server.kill('SIGTERM')
  await web.close()
}
process.once('SIGINT', () => void stopAll())
process.once('SIGTERM', () => void stopAll())
server.once('exit', () => void web.close())
