import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../http/app.ts'
import { serveDevPages } from './dev-pages.ts'
import { signInTransitions } from './flows-page.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clube-dev-pages-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const appWith = async (dev_pages: boolean) => {
  const app = await createApp({
    log: pino({ level: 'silent' }),
    baseUrl: 'http://127.0.0.1',
    trustProxy: '127.0.0.1',
  })
  await serveDevPages(app, { environment: { dev_pages }, folder })
  return app
}
const buildScreens = async () => {
  await mkdir(join(folder, 'screens'))
  await writeFile(join(folder, 'screens/screens.html'), '<h1>Telas</h1>')
}

describe('the pages under /dev', () => {
  test('the /dev pages do not exist in production', async () => {
    await buildScreens()
    const app = await appWith(false)
    for (const url of ['/dev/flows', '/dev/screens', '/dev/screens/screens.html'])
      expect((await app.inject({ url })).statusCode).toBe(404)
  })

  test('/dev/flows shows every transition of the flow', async () => {
    const page = await (await appWith(true)).inject({ url: '/dev/flows' })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.body).toContain('18 estados e 40 setas')
    expect(page.body.match(/<tr><td>/g)).toHaveLength(40)
    expect(page.body).toContain(
      '<tr><td>resetPasswordOption</td><td>SUPPORT_REQUESTED</td><td>support.identityInformation</td><td></td></tr>',
    )
    expect(page.body).not.toContain('NaN')
  })

  test('/dev/screens is served when built', async () => {
    expect((await (await appWith(true)).inject({ url: '/dev/screens' })).statusCode).toBe(404)
    await buildScreens()
    const app = await appWith(true)
    const moved = await app.inject({ url: '/dev/screens' })
    expect([moved.statusCode, moved.headers.location]).toEqual([302, '/dev/screens/screens.html'])
    expect((await app.inject({ url: '/dev/screens/screens.html' })).body).toBe('<h1>Telas</h1>')
    expect((await app.inject({ url: '/dev/screens/../../secret' })).statusCode).toBe(404)
  })
})

test('the transitions of spec §4 include RESET from every state and the account-verified callbacks', () => {
  expect(signInTransitions.filter(({ event }) => event === 'RESET')).toHaveLength(18)
  expect(signInTransitions.filter(({ calls }) => calls).map(({ from, event }) => `${from} ${event}`)).toEqual(
    ['checkAccountState ACCOUNT_CHECKED any other', 'verifyIdentity IDENTITY_VERIFIED'],
  )
})
