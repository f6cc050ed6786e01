import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

type Report = {
  summary: { totalCruised: number; violations: { from: string; to: string; rule: { name: string } }[] }
}

/** Runs an installed program. @returns its output, regardless of the exit code */
function runTool(name: string, commandArguments: string[], cwd: string): Promise<string> {
  return new Promise((resolve) => {
    const options = { cwd, maxBuffer: 64 * 1024 * 1024 }
    execFile(join(root, 'node_modules/.bin', name), commandArguments, options, (_error, stdout) =>
      resolve(stdout),
    )
  })
}

async function cruise(cwd: string): Promise<Report['summary']> {
  const folders = ['contract/src', 'server/src', 'web/src']
  const flags = ['--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'json']
  const report = JSON.parse(await runTool('depcruise', [...flags, ...folders], cwd)) as Report
  return report.summary
}

/** Forbidden imports: the rule, the importing file, and the imported one. */
const forbidden: [rule: string, file: string, target: string][] = [
  ['no-cycle', 'contract/src/parking/one.ts', './two.ts'],
  ['no-unresolvable', 'server/src/main/lost.ts', './nowhere.ts'],
  ['no-undeclared', 'server/src/main/undeclared.ts', 'undeclared-package'],
  ['no-dev-in-production', 'server/src/main/development.ts', 'altcha-lib/v1'],
  ['no-test-from-production', 'server/src/main/tested.ts', './start.test.ts'],
  ['no-test-from-production', 'server/src/main/testing-support.ts', '../testing/database.ts'],
  ['no-test-from-production', 'web/src/parts/imports-testing.ts', '../testing/fake-server.ts'],
  ['contract-only-schemas', 'contract/src/parking/reads-files.ts', 'node:fs'],
  ['contract-kernel-lowest', 'contract/src/kernel/imports-up.ts', '../brazil/cpf.ts'],
  ['contract-brazil-on-kernel', 'contract/src/brazil/imports-up.ts', '../parking/voucher.ts'],
  ['contract-siblings', 'contract/src/ratings/imports-sibling.ts', '../parking/voucher.ts'],
  ['web-server-isolation', 'web/src/platform/imports-server.ts', '../../../server/src/ports/clock.ts'],
  ['web-server-isolation', 'server/src/http/imports-web.ts', '../../../web/src/kit/button.ts'],
  ['module-interface', 'server/src/main/imports-internals.ts', '../modules/parking/voucher.ts'],
  ['module-interface-inside', 'server/src/modules/parking/imports-internals.ts', '../identity/session.ts'],
  ['capability-isolation', 'server/src/modules/ratings/imports-sibling.ts', '../parking/index.ts'],
  ['foundation-below-capabilities', 'server/src/modules/identity/imports-up.ts', '../parking/index.ts'],
  ['recovery-uses-accounts', 'server/src/modules/recovery/imports-values.ts', '../identity/index.ts'],
  [
    'event-tickets-direction',
    'server/src/modules/event-tickets/reservations/imports-waiting-list.ts',
    '../waiting-list/entry.ts',
  ],
  [
    'event-tickets-direction',
    'server/src/modules/event-tickets/gate/imports-waiting-list.ts',
    '../waiting-list/entry.ts',
  ],
  [
    'event-tickets-shared-files',
    'server/src/modules/event-tickets/waiting-list/imports-up.ts',
    '../staff-routes.ts',
  ],
  ['sql-in-stores', 'server/src/modules/parking/contains-sql.ts', 'kysely'],
  ['http-in-routes', 'server/src/modules/parking/imports-http.ts', '../../http/bind.ts'],
  ['modules-without-adapters', 'server/src/modules/parking/imports-adapter.ts', '../../adapters/gateway.ts'],
  ['ports-are-leaves', 'server/src/ports/not-a-leaf.ts', '../db/database.ts'],
  ['db-below-modules', 'server/src/db/imports-module.ts', '../modules/identity/index.ts'],
  ['http-below-modules', 'server/src/http/imports-up.ts', '../modules/identity/index.ts'],
  ['adapters-on-ports', 'server/src/adapters/imports-module.ts', '../modules/identity/index.ts'],
  ['kit-lowest', 'web/src/kit/calls-api.ts', '../platform/client.ts'],
  ['kit-lowest', 'web/src/kit/imports-capability.ts', '@clube/contract/parking/voucher.ts'],
  ['platform-on-kit', 'web/src/platform/imports-up.ts', '../parts/address.ts'],
  ['parts-on-platform', 'web/src/parts/imports-up.ts', '../customer/features/home/home.ts'],
  ['features-below-app', 'web/src/customer/features/home/imports-up.ts', '../../app/entry.ts'],
  ['features-are-siblings', 'web/src/customer/features/profile/imports-sibling.ts', '../home/home.ts'],
  [
    'customer-staff-isolation',
    'web/src/staff/desks/parking/imports-customer.ts',
    '../../../customer/app/paths.ts',
  ],
  ['web-without-node', 'web/src/platform/reads-files.ts', 'node:fs'],
]

/** Allowed imports: a rule that rejects everything would pass the test of the forbidden ones. */
const allowed: [file: string, target: string][] = [
  ['contract/src/parking/voucher.ts', '../brazil/cpf.ts'],
  ['contract/src/parking/schema.ts', 'zod/mini'],
  ['contract/src/brazil/cpf.ts', '../kernel/call.ts'],
  ['server/src/modules/parking/index.ts', '../identity/index.ts'],
  ['server/src/modules/parking/voucher-store.ts', 'kysely'],
  ['server/src/modules/parking/routes.ts', '../../http/bind.ts'],
  ['server/src/modules/event-tickets/waiting-list/accept-offer.ts', '../reservations/reservation.ts'],
  ['server/src/modules/event-tickets/gate/scan-ticket.ts', '../event-session.ts'],
  ['server/src/modules/event-tickets/release-expired.ts', './waiting-list/entry.ts'],
  ['server/src/main/wiring.ts', '../modules/parking/index.ts'],
  ['server/src/main/start.test.ts', '../testing/database.ts'],
  ['server/src/adapters/gateway.ts', '../ports/clock.ts'],
  ['web/src/kit/button.ts', '@clube/contract/brazil/cpf.ts'],
  ['web/src/gallery/screen.ts', '../testing/fake-server.ts'],
  ['web/src/platform/client.ts', '@clube/contract/parking/voucher.ts'],
  ['web/src/customer/features/home/home.ts', '../../app/paths.ts'],
  ['web/src/customer/app/entry.ts', '../features/home/home.ts'],
]

/** Minimal files for the planted imports. */
const leaves = [
  'contract/src/kernel/call.ts',
  'server/src/ports/clock.ts',
  'server/src/db/database.ts',
  'server/src/http/bind.ts',
  'server/src/testing/database.ts',
  'server/src/modules/identity/index.ts',
  'server/src/modules/identity/session.ts',
  'server/src/modules/parking/voucher.ts',
  'server/src/modules/event-tickets/event-session.ts',
  'server/src/modules/event-tickets/staff-routes.ts',
  'server/src/modules/event-tickets/reservations/reservation.ts',
  'server/src/modules/event-tickets/waiting-list/entry.ts',
  'web/src/parts/address.ts',
  'web/src/testing/fake-server.ts',
  'web/src/customer/app/paths.ts',
]

let scratch = ''

function plant(file: string, content: string): void {
  mkdirSync(dirname(join(scratch, file)), { recursive: true })
  writeFileSync(join(scratch, file), content)
}

/** A small copy of the source tree with the real packages, for planting violations. */
beforeAll(() => {
  mkdirSync(join(root, '.tmp'), { recursive: true })
  scratch = mkdtempSync(join(root, '.tmp/rules-'))
  for (const folder of ['.', 'contract', 'server', 'web']) {
    plant(join(folder, 'package.json'), readFileSync(join(root, folder, 'package.json'), 'utf8'))
  }
  const packages = ['kysely', 'zod', 'altcha-lib']
  mkdirSync(join(scratch, 'node_modules/@clube'), { recursive: true })
  symlinkSync(join(scratch, 'contract'), join(scratch, 'node_modules/@clube/contract'))
  for (const name of packages)
    cpSync(join(root, 'node_modules', name), join(scratch, 'node_modules', name), { recursive: true })
  plant(
    'node_modules/undeclared-package/package.json',
    '{ "name": "undeclared-package", "main": "index.js" }',
  )
  plant('node_modules/undeclared-package/index.js', 'export const x = 1')

  for (const file of leaves) plant(file, 'export const x = 1\n')
  for (const [file, target] of allowed) plant(file, `import { x } from '${target}'\nexport { x }\n`)
  for (const [, file, target] of forbidden) plant(file, `import { x } from '${target}'\nexport const y = x\n`)
  plant('contract/src/parking/two.ts', "import { y } from './one.ts'\nexport const x = y\n")
  plant(
    'server/src/modules/parking/type-only.ts',
    "import type { X } from '../identity/session.ts'\nexport type Y = X\n",
  )
})

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

describe('the import rules', () => {
  let found: Report['summary']
  beforeAll(async () => {
    found = await cruise(scratch)
  })

  test.each(forbidden)('the import rule %s rejects %s importing %s', (rule, file) => {
    const rules = found.violations.filter(({ from }) => from === file).map((violation) => violation.rule.name)
    expect(rules).toContain(rule)
  })

  test.each(allowed)('the import rules allow %s to import %s', (file) => {
    expect(found.violations.filter(({ from }) => from === file)).toEqual([])
  })

  test('a type-only import is checked like any other import', () => {
    const [violation] = found.violations.filter(
      ({ from }) => from === 'server/src/modules/parking/type-only.ts',
    )
    expect(violation?.rule.name).toBe('module-interface-inside')
  })

  test('each import rule has a planted violation', () => {
    const configuration = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
      forbidden: { name: string }[]
    }
    const planted = new Set(forbidden.map(([rule]) => rule))
    expect(configuration.forbidden.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([])
  })
})

test('the source tree follows every import rule, and more than 300 files were checked', async () => {
  const { violations, totalCruised } = await cruise(root)
  expect(violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([])
  expect(totalCruised).toBeGreaterThan(300)
})

test('lint rejects the system clock and randomness in modules, time zones outside of club-time.ts, `any`, and import cycles', async () => {
  // Outside the repository, because lint skips files ignored by git.
  const lintFolder = mkdtempSync(join(tmpdir(), 'clube-lint-'))
  cpSync(join(root, '.oxlintrc.json'), join(lintFolder, '.oxlintrc.json'))
  cpSync(join(root, 'tools/lint'), join(lintFolder, 'tools/lint'), { recursive: true })
  const files = {
    'server/src/modules/random.ts':
      "import { randomInt } from 'node:crypto'\nexport const x = randomInt(6)\n",
    'server/src/modules/clock.ts': 'export const x = [new Date(), Date.now(), Math.random(), new Date(0)]\n',
    'server/src/main/zone.ts':
      "export const x = [{ timeZone: 'UTC' }, 'America/Manaus', `${1}T00:00:00-04:00`]\n",
    'web/src/kit/browser-zone.ts':
      "export const x = (d: Date) => [d.getHours(), d.toLocaleTimeString(), new Intl.DateTimeFormat('pt-BR')]\n",
    'contract/src/kernel/club-time.ts': "export const x = 'America/Manaus'\n",
    'contract/src/any.ts': 'export const x: any = 1\n',
    'contract/src/one.ts': "import { x } from './two.ts'\nexport const y = x\n",
    'contract/src/two.ts': "import { y } from './one.ts'\nexport const x = y\n",
  }
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(lintFolder, file)), { recursive: true })
    writeFileSync(join(lintFolder, file), content)
  }
  const output = await runTool('oxlint', ['--format', 'json', 'contract', 'server', 'web'], lintFolder)
  rmSync(lintFolder, { recursive: true, force: true })

  const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string; filename: string }[] }
  const found = diagnostics.map(({ code, filename }) => `${filename}: ${code}`).sort()
  expect(found).toEqual([
    'contract/src/any.ts: typescript(no-explicit-any)',
    'contract/src/one.ts: import(no-cycle)',
    'contract/src/two.ts: import(no-cycle)',
    ...Array<string>(3).fill('server/src/main/zone.ts: clock-and-zone(no-time-zone)'),
    'server/src/modules/clock.ts: clock-and-zone(no-new-date)',
    'server/src/modules/clock.ts: eslint(no-restricted-properties)',
    'server/src/modules/clock.ts: eslint(no-restricted-properties)',
    'server/src/modules/random.ts: eslint(no-restricted-imports)',
    ...Array<string>(3).fill('web/src/kit/browser-zone.ts: clock-and-zone(no-time-zone)'),
  ])
})
