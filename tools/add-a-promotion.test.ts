import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { promotionKinds } from '../contract/src/kernel/promotion-kinds.ts'
import {
  entries,
  kindNames,
  newFiles,
  properties,
  propertiesWithoutEntries,
  type Edit,
} from './toy-promotion.ts'

const root = join(import.meta.dirname, '..')
const guide = readFileSync(join(root, 'docs/how-to/add-a-promotion.md'), 'utf8')
let scratch = ''

/** Copies the sources of the three workspaces and links the installed packages. */
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'clube-promotion-'))
  for (const file of ['package.json', 'tsconfig.base.json']) cpSync(join(root, file), join(scratch, file))
  for (const workspace of ['contract', 'server', 'web'])
    cpSync(join(root, workspace), join(scratch, workspace), {
      recursive: true,
      filter: (source) => !/(^|\/)(dist|data|\.[^/]+)$/.test(source.slice(root.length)),
    })
  mkdirSync(join(scratch, 'node_modules/@clube'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@clube') symlinkSync(join(root, 'node_modules', name), join(scratch, 'node_modules', name))
  symlinkSync(join(scratch, 'contract'), join(scratch, 'node_modules/@clube/contract'))
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function apply({ file, after, add }: Edit): void {
  const text = readFileSync(join(scratch, file), 'utf8')
  if (!text.includes(after)) throw new Error(`${file} has no ${after}`)
  writeFileSync(join(scratch, file), text.replace(after, after + add))
}

/** Compiler errors of a workspace, the last one per file. */
function compile(workspace: string): Promise<Map<string, string>> {
  const flags = [
    '-p',
    workspace,
    '--pretty',
    'false',
    '--incremental',
    '--tsBuildInfoFile',
    `${workspace}.info`,
  ]
  return new Promise((resolve) => {
    execFile(join(root, 'node_modules/.bin/tsc'), flags, { cwd: scratch }, (_error, stdout) => {
      const errors = stdout.split('\n').flatMap((line) => {
        const found = /^(\S+)\(\d+,\d+\): error (.*)$/.exec(line)
        return found ? [[found[1] ?? '', found[2] ?? ''] as const] : []
      })
      resolve(new Map(errors))
    })
  })
}

/** Generous, because compiling takes minutes on a busy machine. */
const timeLimitMs = 600_000

test(
  'the compiler requires the properties of a new kind and an entry in each registry, and nothing else',
  async () => {
    apply(kindNames)
    apply(properties)
    for (const edit of entries) apply(edit)
    for (const [file, text] of Object.entries(newFiles)) {
      mkdirSync(dirname(join(scratch, file)), { recursive: true })
      writeFileSync(join(scratch, file), text)
    }
    const contract = await compile('contract')
    expect([...contract.keys()]).toEqual(['contract/src/kernel/promotion-kinds.ts'])
    expect([...contract.values()].join()).toContain("'toy_without_entries' is missing")

    // The complete toy kind compiles; the one without entries is reported by each registry.
    apply(propertiesWithoutEntries)
    const errors = new Map([...(await compile('server')), ...(await compile('web'))])
    expect([...errors.keys()].sort()).toEqual([
      'server/src/main/promotions.ts',
      'web/src/customer/promotions/promotion-pages.ts',
      'web/src/customer/promotions/promotions.ts',
      'web/src/staff/promotions/promotion-editors.ts',
      'web/src/staff/promotions/promotions.ts',
    ])
    for (const error of errors.values()) expect(error).toContain("'toy_without_entries' is missing")
  },
  timeLimitMs,
)

test('the guide names every file to edit and every folder to add for a promotion kind', () => {
  const edited = [kindNames, properties, ...entries].map(({ file }) => file)
  const added = Object.keys(newFiles).map((file) =>
    file.startsWith('server/migrations/')
      ? 'server/migrations/NNNN-<kind>.ts'
      : `${dirname(file).replace('toy-vouchers', '<kind>')}/`,
  )
  for (const path of new Set([...edited, ...added])) expect(guide).toContain(path)
})

/** Files that may name a kind: the lists, the registries, its own folders, its migration and its seed. */
const allowed = [
  /^contract\/src\/kernel\/(promotion-kinds|permissions)\.ts$/,
  /^server\/src\/main\/promotions\.ts$/,
  /^web\/src\/(customer|staff)\/promotions\/promotions\.ts$/,
  /^web\/src\/customer\/promotions\/promotion-pages\.ts$/,
  /^web\/src\/staff\/promotions\/promotion-editors\.ts$/,
  /^(contract\/src|server\/src\/modules|web\/src\/customer\/features|web\/src\/staff\/desks)\/(event-tickets|free-gifts|new-project|parking-voucher|partner-points|scratch-card)\//,
  // Desks named after what they serve.
  /^web\/src\/staff\/desks\/(events|gate|gifts|parking|projects|scratch-cards)\//,
  /^server\/migrations\//,
  /^server\/seeds\/demonstration\/(brand-projects|campaigns|customer-service|event-tickets|free-gifts|parking-voucher|partner-points|scratch-card|seed)\.ts$/,
  // External services that decide outcomes of these kinds.
  /^server\/counterparts\//,
  // Tests and development pages.
  /\.(test|testing)\.tsx?$/,
  /^server\/src\/testing\//,
  /^web\/src\/(gallery|testing)\//,
]

test('no product file outside the listed ones names a promotion kind', () => {
  const name = promotionKinds.map((kind) => kind.replace('_', '[_-]?')).join('|')
  const listed = execFileSync('git', ['ls-files', 'contract/src', 'server', 'web'], {
    cwd: root,
    encoding: 'utf8',
  })
  const offenders = listed
    .split('\n')
    .filter((file) => /\.(tsx?|js|html)$/.test(file) && !allowed.some((pattern) => pattern.test(file)))
    .filter((file) => new RegExp(name, 'i').test(readFileSync(join(root, file), 'utf8')))
  expect(offenders).toEqual([])
})
