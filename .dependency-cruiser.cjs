/**
 * Allowed imports. Each rule is proven by a planted violation in tools/import-rules.test.ts; the reasons are in
 * CONTRIBUTING.md. Paths are those of the files after resolving, so `@clube/contract/x.ts` is `contract/src/x.ts`.
 */

/** Modules that others may build on. Every other folder of server/src/modules is a capability. */
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
  'sessions',
  'vault',
]
const foundationModules = `^server/src/modules/(${foundation.join('|')})/`

/** One module, three capabilities: `reservations`, `waiting-list` and `gate`. */
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
      comment: 'Two files that need each other are one file, or need a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-undeclared',
      comment:
        'A package must be declared by the workspace that imports it; production code not as a development dependency.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-in-production',
      comment: 'What production runs must be installed in production.',
      severity: 'error',
      from: production('^(contract|server)/src/'),
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-test-from-production',
      comment: 'Tests and what serves only them are not there in production.',
      severity: 'error',
      // The gallery is a development tool and shares the pretend server of the tests.
      from: production('^(contract|server|web)/(src|seeds|migrations)/', '^web/src/gallery/'),
      to: { path: [tests, '^(e2e|bench|tools)/'] },
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
      comment: 'The kernel knows nothing above it.',
      severity: 'error',
      from: production('^contract/src/kernel/'),
      to: { path: '^contract/src/', pathNot: '^contract/src/kernel/' },
    },
    {
      name: 'contract-brazil-on-kernel',
      comment: 'What is true in all of Brazil knows no capability.',
      severity: 'error',
      from: production('^contract/src/brazil/'),
      to: { path: '^contract/src/', pathNot: '^contract/src/(kernel|brazil)/' },
    },
    {
      name: 'contract-siblings',
      comment: 'Capability contracts are siblings; what two of them share moves down.',
      severity: 'error',
      from: production('^contract/src/([^/]+)/', '^contract/src/(kernel|brazil)/'),
      to: { path: '^contract/src/([^/]+)/', pathNot: ['^contract/src/$1/', sharedContracts] },
    },

    {
      name: 'web-and-server-apart',
      comment: 'They meet in the contract only.',
      severity: 'error',
      from: { path: '^(web|server)/' },
      to: { path: '^(web|server)/', pathNot: '^$1/' },
    },

    {
      name: 'module-front-door',
      comment: 'A module is entered by its index.ts.',
      severity: 'error',
      from: production('^(server|web|contract)/', '^server/src/modules/'),
      to: { path: '^server/src/modules/[^/]+/', pathNot: '^server/src/modules/[^/]+/index\\.ts$' },
    },
    {
      name: 'module-front-door-inside',
      comment: 'Modules enter each other by index.ts too.',
      severity: 'error',
      from: production('^server/src/modules/([^/]+)/'),
      to: {
        path: '^server/src/modules/[^/]+/',
        pathNot: ['^server/src/modules/$1/', '^server/src/modules/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'capabilities-apart',
      comment: 'A capability never imports another: connect them in main, or move what they share down.',
      severity: 'error',
      from: production('^server/src/modules/([^/]+)/', foundationModules),
      to: { path: '^server/src/modules/', pathNot: ['^server/src/modules/$1/', foundationModules] },
    },
    {
      name: 'foundation-below-capabilities',
      comment: 'Foundation modules know no capability.',
      severity: 'error',
      from: production(foundationModules),
      to: { path: '^server/src/modules/', pathNot: foundationModules },
    },
    {
      name: 'recovery-asks-accounts',
      comment:
        'Recovery asks identity what `RecoverableAccounts` in its deps answers, and imports only types.',
      severity: 'error',
      from: production('^server/src/modules/recovery/', '/seed-[^/]+\\.ts$'),
      to: { path: '^server/src/modules/identity/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'event-tickets-direction',
      comment:
        'The waiting list and the gate build on reservations; what moves places between them is release-expired.ts.',
      severity: 'error',
      from: production(`${eventTickets}([^/]+)/`),
      to: { path: `${eventTickets}[^/]+/`, pathNot: [`${eventTickets}($1|reservations)/`] },
    },
    {
      name: 'event-tickets-shared-nouns',
      comment: 'The three capabilities share the event session and the release of places, nothing else.',
      severity: 'error',
      from: production(`${eventTickets}[^/]+/`),
      to: {
        path: `${eventTickets}[^/]+$`,
        pathNot: `${eventTickets}(deps|event-session|event-session-store|release-expired)\\.ts$`,
      },
    },
    {
      name: 'sql-in-stores',
      comment: 'Only stores, the database folder and main speak SQL.',
      severity: 'error',
      from: production('^server/src/', '-store\\.ts$', '^server/src/(db|main)/'),
      to: { path: '(^|/)node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'http-in-routes',
      comment:
        'Only routes know HTTP; use cases could be called from anywhere. A promotion says how it is served.',
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
      comment: 'Modules ask ports; main decides who answers.',
      severity: 'error',
      from: production('^server/src/modules/'),
      to: { path: '^server/src/(adapters|main)/' },
    },
    {
      name: 'ports-are-leaves',
      comment: 'A port is our words for the outside, so it knows only the contract.',
      severity: 'error',
      from: production('^server/src/ports/'),
      to: { path: '^server/src/', pathNot: '^server/src/ports/' },
    },
    {
      name: 'db-knows-no-business',
      comment: 'The database folder knows nothing about the business.',
      severity: 'error',
      from: production('^server/src/db/'),
      to: { path: '^(server|contract)/src/', pathNot: '^server/src/db/' },
    },
    {
      name: 'http-below-modules',
      comment: 'HTTP binds calls to handlers and knows neither modules nor adapters.',
      severity: 'error',
      from: production('^server/src/http/'),
      to: { path: '^server/src/(modules|adapters|main)/' },
    },
    {
      name: 'adapters-know-ports',
      comment: 'Adapters serve ports; they know no module.',
      severity: 'error',
      from: production('^server/src/adapters/'),
      to: { path: '^server/src/(modules|http|main)/' },
    },

    {
      name: 'kit-lowest',
      comment: 'The kit knows no API and no route, and of the contract only what is true in all of Brazil.',
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
      comment: 'A feature is led to by the app and knows of it only the addresses of pages.',
      severity: 'error',
      from: production('^web/src/(customer|staff)/(features|flows|desks)/'),
      to: { path: '^web/src/(customer|staff)/app/', pathNot: '/app/paths\\.ts$' },
    },
    {
      name: 'features-are-siblings',
      comment:
        'Features, flows and desks do not import each other; what two share is a part. A promotion may list several.',
      severity: 'error',
      from: production('^web/src/(customer|staff)/(features|flows|desks)/([^/]+)/', '/promotion\\.tsx?$'),
      to: { path: '^web/src/(customer|staff)/(features|flows|desks)/', pathNot: '^web/src/$1/$2/$3/' },
    },
    {
      name: 'customer-and-staff-apart',
      comment: 'Two entries, two bundles.',
      severity: 'error',
      from: { path: '^web/src/(customer|staff)/' },
      to: { path: '^web/src/(customer|staff)/', pathNot: '^web/src/$1/' },
    },
    {
      name: 'web-without-node',
      comment: 'There is no Node in a browser.',
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
