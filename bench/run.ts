/**
 * Runs one comparison: `npm run bench -- NAME`. Without a name, lists them. Each is a file in this folder; packages that only
 * the comparisons need are installed at first use, in this folder only.
 */
import { spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { basename, join } from 'node:path'

const folder = import.meta.dirname
const support = new Set(['run', 'measure', 'load', 'connection', 'cpu', 'postgres', 'bare-server'])
const names = globSync('*.ts', { cwd: folder })
  .map((file) => basename(file, '.ts'))
  .filter((name) => !support.has(name))
  .sort()

function run(command: string, commandArguments: string[], cwd: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, commandArguments, { cwd, stdio: 'inherit' })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

const [name, ...rest] = process.argv.slice(2)
if (name === undefined || !names.includes(name)) {
  console.log(`npm run bench -- NAME\n\n${names.map((listed) => `  ${listed}`).join('\n')}`)
  process.exitCode = name === undefined ? 0 : 2
} else {
  const installed = existsSync(join(folder, 'node_modules'))
    ? 0
    : await run('npm', ['ci', '--no-audit', '--no-fund'], folder)
  process.exitCode =
    installed === 0
      ? await run(process.execPath, [join(folder, `${name}.ts`), ...rest], join(folder, '..'))
      : installed
}
