/**
 * Checks the prose that oxlint does not read (Markdown, style sheets, HTML, service workers, scripts) for terms to avoid;
 * part of `npm run lint`. Arguments narrow the check to paths that begin with one of them.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findTerms } from './lint/terms.ts'

/** Lines that quote terms to avoid, such as the column "Not" of a table of replacements. */
const exceptions: readonly { file: string; line: RegExp; reason: string }[] = [
  { file: 'CONTRIBUTING.md', line: /^\| .+ \| .+ \|$/, reason: 'before/after pairs' },
  { file: 'CONTRIBUTING.md', line: /^Exceptions are names that are stored/, reason: 'stored names' },
]
const isException = (file: string, line: string): boolean =>
  exceptions.some((exception) => exception.file === file && exception.line.test(line))

const root = join(import.meta.dirname, '..')
const prefixes = process.argv.slice(2)
const files = execFileSync(
  'git',
  ['ls-files', '-z', '*.md', '*.css', '*.sh', '*.html', 'web/public/*.js', '.ci/run'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\0')
  .filter(
    (file) => file !== '' && (prefixes.length === 0 || prefixes.some((prefix) => file.startsWith(prefix))),
  )

let count = 0
for (const file of files)
  for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries())
    for (const { found, say } of isException(file, line) ? [] : findTerms(line)) {
      count += 1
      console.error(`${file}:${index + 1}: instead of "${found}", write: ${say}`)
    }
if (count > 0) process.exit(1)
