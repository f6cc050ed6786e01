import { expect, test } from 'vitest'
import { chunksOf } from './chunks.ts'

const manifest = {
  'index.html': { file: 'index.js', imports: ['_shell.js'], dynamicImports: ['src/later.ts'] },
  '_shell.js': { file: 'shell.js', imports: ['index.html'] },
  'src/page.tsx': { file: 'page.js', imports: ['_shell.js', 'index.html'] },
  'src/later.ts': { file: 'later.js' },
}

test('each chunk that a page loads is counted once, with its static imports but not its dynamic ones', () => {
  expect(chunksOf(manifest, ['index.html', 'src/page.tsx'])).toEqual(['index.js', 'shell.js', 'page.js'])
})

test('measuring a module that is missing from the build is an error', () => {
  expect(() => chunksOf(manifest, ['src/renamed.tsx'])).toThrow('src/renamed.tsx')
})
