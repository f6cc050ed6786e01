import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../../public')
test('the looping sound is a small WAV of at most 60 kB', () => {
  const file = join(folder, 'sounds/loop.wav')
  expect(statSync(file).size).toBeLessThanOrEqual(60_000)
  expect(readFileSync(file).toString('latin1', 0, 4)).toBe('RIFF')
})

test('the font file is at most 35 kB', () => {
  const css = readFileSync(join(import.meta.dirname, '../theme/font.css'), 'utf8')
  const [, name] = /url\('([^']+\.woff2)'\)/.exec(css) ?? []
  expect(css.match(/url\(/g)).toHaveLength(1)
  expect(statSync(join(folder, '../../node_modules', name ?? '')).size).toBeLessThanOrEqual(35_000)
})
