import { expect, test } from 'vitest'
import { chunksOf } from './chunks.ts'

const manifest = {
  'index.html': { file: 'index.js', imports: ['_shell.js'], dynamicImports: ['src/later.ts'] },
  '_shell.js': { file: 'shell.js', imports: ['index.html'] },
  'src/page.tsx': { file: 'page.js', imports: ['_shell.js', 'index.html'] },
  'src/later.ts': { file: 'later.js' },
}

test('what is loaded is counted once, with what it leans on and without what comes later', () => {
  expect(chunksOf(manifest, ['index.html', 'src/page.tsx'])).toEqual(['index.js', 'shell.js', 'page.js'])
})

test('a module that is no longer there is no weightless one', () => {
  expect(() => chunksOf(manifest, ['src/renamed.tsx'])).toThrow('src/renamed.tsx')
})
