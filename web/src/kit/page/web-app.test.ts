import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../../public')
type Icon = { src: string; sizes: string; type: string; purpose: string }
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')) as {
  lang: string
  icons: Icon[]
}

test('the manifest names icons of 192 and 512 px, plain and maskable, that are as large as they say', () => {
  const pngs = manifest.icons.filter(({ type }) => type === 'image/png')
  expect(pngs.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '192x192 maskable',
    '512x512 maskable',
  ])
  for (const { src, sizes } of pngs) {
    const png = readFileSync(join(folder, src))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
  }
  expect(manifest.lang).toBe('pt-BR')
})

test('the looping sound is a small WAV of at most 60 kB', () => {
  const file = join(folder, 'sounds/loop.wav')
  expect(statSync(file).size).toBeLessThanOrEqual(60_000)
  expect(readFileSync(file).toString('latin1', 0, 4)).toBe('RIFF')
})

test('the one font is at most 35 kB', () => {
  const css = readFileSync(join(import.meta.dirname, '../theme/font.css'), 'utf8')
  const [, name] = /url\('([^']+\.woff2)'\)/.exec(css) ?? []
  expect(css.match(/url\(/g)).toHaveLength(1)
  expect(statSync(join(folder, '../../node_modules', name ?? '')).size).toBeLessThanOrEqual(35_000)
})
