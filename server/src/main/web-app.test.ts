import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveWebApp } from './web-app.ts'

type Manifest = {
  name: string
  short_name: string
  theme_color: string
  lang: string
  display: string
  icons: { src: string; sizes: string; type: string; purpose: string }[]
}

let app: FastifyInstance

beforeAll(async () => {
  const mark = await readFile(join(import.meta.dirname, '../../../web/public/icon.svg'), 'utf8')
  app = Fastify()
  await serveWebApp(app, { club: { name: 'Clube Jacarandá', accent: '#1d5fa8' }, mark })
})
afterAll(() => app.close())

const read = async (): Promise<Manifest> => (await app.inject('/manifest.webmanifest')).json()

test('the web manifest contains the club’s name and color', async () => {
  const response = await app.inject('/manifest.webmanifest')
  expect(response.headers['content-type']).toContain('application/manifest+json')
  expect(response.json()).toMatchObject({
    name: 'Clube Jacarandá',
    short_name: 'Clube',
    theme_color: '#1d5fa8',
    lang: 'pt-BR',
    display: 'standalone',
    start_url: '/',
  })
})

test('the manifest’s icons of 192 and 512 px, plain and maskable, have the declared size and the club’s color', async () => {
  const { icons } = await read()
  const pngs = icons.filter(({ type }) => type === 'image/png')
  expect(pngs.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '192x192 maskable',
    '512x512 maskable',
  ])
  for (const { src, sizes, purpose } of pngs) {
    const image = sharp((await app.inject(src)).rawPayload)
    const { width, height } = await image.metadata()
    expect(`${width}x${height}`).toBe(sizes)
    // Both variants are filled at the middle of the left edge; only maskable icons are filled in the corner.
    const pixels = await image.ensureAlpha().raw().toBuffer()
    const pixelAt = (x: number, y: number) => [
      ...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
    ]
    expect(pixelAt(2, Math.floor(height / 2))).toEqual([0x1d, 0x5f, 0xa8, 255])
    expect(pixelAt(0, 0)[3]).toBe(purpose === 'maskable' ? 255 : 0)
  }
  const svg = await app.inject(icons.find(({ type }) => type === 'image/svg+xml')?.src ?? '')
  expect(svg.body).toContain('fill="#1d5fa8"')
  expect(svg.body).not.toContain('#82305f')
})
