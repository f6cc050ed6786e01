import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionTitles } from './audit-labels.ts'

const server = join(import.meta.dirname, '../../../../../server/src')

test('every action that the server writes to the audit trail has a title', () => {
  const actions = globSync(['**/*.ts'], { cwd: server })
    .filter((file) => !/\.test\.ts$|^testing\//.test(file))
    .flatMap((file) => [
      ...readFileSync(join(server, file), 'utf8').matchAll(/\baction: '([a-z]+\.[a-z-]+)'/g),
    ])
    .map(([, action = '']) => action)
  expect(actions.length).toBeGreaterThan(40)
  expect(actions.filter((action) => actionTitles[action] === undefined)).toEqual([])
})
