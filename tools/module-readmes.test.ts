import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const modules = join(import.meta.dirname, '../server/src/modules')

test('every server module has a README of at most 40 lines', () => {
  const folders = globSync('*/', { cwd: modules })
  expect(folders.length).toBeGreaterThan(15)
  const lines = (folder: string) =>
    readFileSync(join(modules, folder, 'README.md'), 'utf8')
      .trimEnd()
      .split('\n').length
  expect(folders.filter((folder) => lines(folder) > 40)).toEqual([])
})
