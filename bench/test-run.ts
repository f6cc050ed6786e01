/* `npm run bench -- test-run`: how long the last `npm test` in this folder took. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reportValues } from './measure.ts'

const file = join(import.meta.dirname, '../.tmp/test-run.json')
if (!existsSync(file)) throw new Error('Run `npm test` first')
const { minutes, passed, failed } = JSON.parse(readFileSync(file, 'utf8')) as {
  minutes: number
  passed: number
  failed: number
}
if (failed > 0) throw new Error(`${failed} tests failed`)
reportValues({ row: 15, what: `npm test, ${passed} tests`, unit: 'min', goal: { atMost: 15 } }, [minutes])
