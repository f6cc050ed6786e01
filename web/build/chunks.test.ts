import { expect, test } from 'vitest'
import { chunksOf } from './chunks.ts'

const manifest = {
  'index.html': { file: 'index.js', imports: ['_shell.js'], dynamicImports: ['src/later.ts'] },
  '_shell.js': { file: 'shell.js', imports: ['index.html'] },
  'src/page.tsx': { file: 'page.js', imports: ['_shell.js', 'index.html'] },
  'src/later.ts': { file: 'later.js' },
}

test('a loaded chunk is counted once, with its static imports and without dynamic ones', () => {
  expect(chunksOf(manifest, ['index.html', 'src/page.tsx'])).toEqual(['index.js', 'shell.js', 'page.js'])
})

test('a missing module is an error, not zero bytes', () => {
  expect(() => chunksOf(manifest, ['src/renamed.tsx'])).toThrow('src/renamed.tsx')
})
