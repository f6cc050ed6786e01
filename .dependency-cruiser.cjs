/**
 * Allowed imports. tools/import-rules.test.ts adds a violation of each rule; the reasons are in
 * CONTRIBUTING.md. Paths are those of the files after resolving, so `@clube/contract/x.ts` is `contract/src/x.ts`.
 */

/** Foundation modules. Every other folder of server/src/modules is a capability. */
const foundation = [
  'addresses',
  'audit',
  'campaigns',
  'captcha',
  'consent',
  'identity',
  'limits',
  'messaging',
  'photos',
  'proofs',
  'sessions',
  'vault',
]
const foundationModules = `^server/src/modules/(${foundation.join('|')})/`

/** One module, four capabilities: `reservations`, `waiting-list`, `gate` and `changes`. */
const eventTickets = '^server/src/modules/event-tickets/'

/** Folders of the contract that every capability's contract may use. */
const sharedContracts = '^contract/src/(kernel|brazil|club|campaigns)/'

const tests = '(\\.test\\.tsx?$|/testing/|\\.testing\\.tsx?$)'
const nodeCore = { dependencyTypes: ['core'] }

/** @param {string} path @param {string[]} except */
const production = (path, ...except) => ({ path, pathNot: [tests, ...except] })

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Circular import: merge the files or extract the shared part.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'Unresolvable import.',
      severity: 'error',
      from: {},
      // Vite resolves the URL of a package's WebAssembly file, which is exported without a query.
      to: { couldNotResolve: true, pathNot: '^zxing-wasm/reader/zxing_reader\\.wasm\\?url$' },
    },
    {
      name: 'no-undeclared',
      comment: 'A package must be declared by the workspace that imports it.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-in-production',
      comment: 'Production code must not import development dependencies.',
      severity: 'error',
      from: production('^(contract|server)/src/'),
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-test-from-production',
      comment: 'Production code must not import tests or test helpers.',
      severity: 'error',
      // The gallery is a development tool and shares the fake server of the tests.
      from: production('^(contract|server|web)/(src|seeds|migrations)/', '^web/src/gallery/'),
      // The page of the proof offers the stand-alone verifier for download.
      to: { path: [tests, '^(e2e|bench|tools)/'], pathNot: '^tools/scratch-verifier/' },
    },

    {
      name: 'contract-only-schemas',
      comment: 'The contract does no I/O: it imports its schema library and itself.',
      severity: 'error',
      from: production('^contract/src/'),
      to: { pathNot: ['^contract/src/', '(^|/)node_modules/zod/'] },
    },
    {
      name: 'contract-kernel-lowest',
      comment: 'The kernel imports nothing but itself.',
      severity: 'error',
      from: production('^contract/src/kernel/'),
      to: { path: '^contract/src/', pathNot: '^contract/src/kernel/' },
    },
    {
      name: 'contract-brazil-on-kernel',
      comment: 'Brazilian rules do not depend on a capability.',
      severity: 'error',
      from: production('^contract/src/brazil/'),
      to: { path: '^contract/src/', pathNot: '^contract/src/(kernel|brazil)/' },
    },
    {
      name: 'contract-siblings',
      comment:
        'Capability contracts do not import each other; move shared code to the kernel or to brazil. The exception is the customer’s page, which shows data of several.',
      severity: 'error',
      from: production('^contract/src/([^/]+)/', '^contract/src/(kernel|brazil|service-desk)/'),
      to: { path: '^contract/src/([^/]+)/', pathNot: ['^contract/src/$1/', sharedContracts] },
    },

    {
      name: 'web-server-isolation',
      comment: 'Web and server share only the contract.',
      severity: 'error',
      from: { path: '^(web|server)/' },
      to: { path: '^(web|server)/', pathNot: '^$1/' },
    },

    {
      name: 'module-interface',
      comment: 'A module is imported through its index.ts.',
      severity: 'error',
      from: production('^(server|web|contract)/', '^server/src/modules/'),
      to: { path: '^server/src/modules/[^/]+/', pathNot: '^server/src/modules/[^/]+/index\\.ts$' },
    },
    {
      name: 'module-interface-inside',
      comment: 'Modules import each other through index.ts.',
      severity: 'error',
      from: production('^server/src/modules/([^/]+)/'),
      to: {
        path: '^server/src/modules/[^/]+/',
        pathNot: ['^server/src/modules/$1/', '^server/src/modules/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'capability-isolation',
      comment:
        'Capabilities do not import each other: connect them in main, or move shared code to a foundation module.',
      severity: 'error',
      from: production('^server/src/modules/([^/]+)/', foundationModules),
      to: { path: '^server/src/modules/', pathNot: ['^server/src/modules/$1/', foundationModules] },
    },
    {
      name: 'foundation-below-capabilities',
      comment: 'Foundation modules do not depend on capabilities.',
      severity: 'error',
      from: production(foundationModules),
      to: { path: '^server/src/modules/', pathNot: foundationModules },
    },
    {
      name: 'recovery-uses-accounts',
      comment:
        'Recovery uses identity through `RecoverableAccounts` in its deps, and imports only its types.',
      severity: 'error',
      from: production('^server/src/modules/recovery/', '/seed-[^/]+\\.ts$'),
      to: { path: '^server/src/modules/identity/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'event-tickets-direction',
      comment:
        'The waiting list, the gate and changes depend on reservations; release-expired.ts moves places between them.',
      severity: 'error',
      from: production(`${eventTickets}([^/]+)/`),
      to: { path: `${eventTickets}[^/]+/`, pathNot: [`${eventTickets}($1|reservations)/`] },
    },
    {
      name: 'event-tickets-shared-files',
      comment:
        'The four capabilities share only the event session, the duration of offers and the release of places.',
      severity: 'error',
      from: production(`${eventTickets}[^/]+/`),
      to: {
        path: `${eventTickets}[^/]+$`,
        pathNot: `${eventTickets}(deps|event-session|event-session-store|offer-time|release-expired|schedule-release)\\.ts$`,
      },
    },
    {
      name: 'sql-in-stores',
      comment: 'Only stores, the database folder and main contain SQL.',
      severity: 'error',
      from: production('^server/src/', '-store\\.ts$', '^server/src/(db|main)/'),
      to: { path: '(^|/)node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'http-in-routes',
      comment: 'Only routes and promotions depend on HTTP; use cases do not.',
      severity: 'error',
      from: production(
        '^server/src/modules/',
        '/(staff-)?routes\\.ts$',
        '/[^/]+-routes\\.ts$',
        '^server/src/modules/campaigns/promotion\\.ts$',
      ),
      to: {
        path: ['^server/src/http/', '(^|/)node_modules/(fastify|@fastify)/'],
        pathNot: '^server/src/http/refusal\\.ts$',
      },
    },
    {
      name: 'modules-without-adapters',
      comment: 'Modules depend on ports; main chooses the adapters.',
      severity: 'error',
      from: production('^server/src/modules/'),
      to: { path: '^server/src/(adapters|main)/' },
    },
    {
      name: 'ports-are-leaves',
      comment: 'Ports depend only on the contract.',
      severity: 'error',
      from: production('^server/src/ports/'),
      to: { path: '^server/src/', pathNot: '^server/src/ports/' },
    },
    {
      name: 'db-below-modules',
      comment: 'The database folder is independent of the modules.',
      severity: 'error',
      from: production('^server/src/db/'),
      to: { path: '^(server|contract)/src/', pathNot: '^server/src/db/' },
    },
    {
      name: 'http-below-modules',
      comment: 'HTTP binds calls to handlers, independent of modules and adapters.',
      severity: 'error',
      from: production('^server/src/http/'),
      to: { path: '^server/src/(modules|adapters|main)/' },
    },
    {
      name: 'adapters-on-ports',
      comment: 'Adapters implement ports and do not depend on modules.',
      severity: 'error',
      from: production('^server/src/adapters/'),
      to: { path: '^server/src/(modules|http|main)/' },
    },

    {
      name: 'kit-lowest',
      comment: 'The kit depends on no API and no route, and only on the Brazilian rules of the contract.',
      severity: 'error',
      from: production('^web/src/kit/'),
      to: { path: '^(web|contract)/src/', pathNot: ['^web/src/kit/', '^contract/src/brazil/'] },
    },
    {
      name: 'platform-on-kit',
      comment: 'kit ← platform ← parts ← features, flows, desks ← app.',
      severity: 'error',
      from: production('^web/src/platform/'),
      to: { path: '^web/src/(parts|customer|staff|gallery)/' },
    },
    {
      name: 'parts-on-platform',
      comment: 'kit ← platform ← parts ← features, flows, desks ← app.',
      severity: 'error',
      from: production('^web/src/parts/'),
      to: { path: '^web/src/(customer|staff|gallery)/' },
    },
    {
      name: 'features-below-app',
      comment: 'Features do not import the app, except for the paths of pages.',
      severity: 'error',
      from: production('^web/src/(customer|staff)/(features|flows|desks)/'),
      to: { path: '^web/src/(customer|staff)/app/', pathNot: '/app/paths\\.ts$' },
    },
    {
      name: 'features-are-siblings',
      comment:
        'Features, flows and desks do not import each other; shared code belongs in parts. A promotion may list several.',
      severity: 'error',
      from: production('^web/src/(customer|staff)/(features|flows|desks)/([^/]+)/', '/promotion\\.tsx?$'),
      to: { path: '^web/src/(customer|staff)/(features|flows|desks)/', pathNot: '^web/src/$1/$2/$3/' },
    },
    {
      name: 'customer-staff-isolation',
      comment: 'Customer and staff pages are separate bundles.',
      severity: 'error',
      from: { path: '^web/src/(customer|staff)/' },
      to: { path: '^web/src/(customer|staff)/', pathNot: '^web/src/$1/' },
    },
    {
      name: 'web-without-node',
      comment: 'Browser code must not import Node modules.',
      severity: 'error',
      from: production('^web/src/'),
      to: nodeCore,
    },
  ],
  options: {
    parser: 'swc',
    // Types count: a module that needs another's type depends on it.
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/assembly/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default', 'browser'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.d.ts', '.json', '.css'],
    },
  },
}
