/* Serves the product's pages from a folder that no other build changes; `/entrar` requests no data. */
import { join } from 'node:path'
import { pino } from 'pino'
import { createApp } from '../../server/src/http/app.ts'
import { readClubConfiguration } from '../../server/src/main/club-configuration.ts'
import { servePages } from '../../server/src/main/pages.ts'

const configuration = await readClubConfiguration(
  join(import.meta.dirname, '../../server/seeds/demonstration/club.ts'),
)
const app = await createApp({
  log: pino({ level: 'silent' }),
  baseUrl: 'http://127.0.0.1',
  trustProxy: false,
})
const hasPages = await servePages(app, { folder: process.env['FOLDER'] ?? '', configuration })
if (!hasPages) throw new Error('The pages are not built')
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
