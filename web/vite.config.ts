import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type BuildOptions, type Plugin } from 'vite'
import { appWorker } from './build/app-worker.ts'
import { assemblyscript } from './build/assemblyscript.ts'
import { chunkNames } from './build/chunk-groups.ts'
import { chunksOf, signInModule, type Manifest } from './build/chunks.ts'
import { contractCode } from './build/contract-code.ts'
import { devPage } from './build/dev-page.ts'
import { pageHead } from './build/page-head.ts'
import { precompress } from './build/precompress.ts'

const root = import.meta.dirname
const client = join(root, 'dist/client')
const gallery = join(root, 'src/gallery')

/** URLs of the chunks loaded by modules, known once the browser's bundle is built. */
const urlsOf = (...modules: string[]): string[] => {
  const file = join(client, '.vite/manifest.json')
  if (!existsSync(file)) return []
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  return chunksOf(manifest, modules).map((chunk) => `/${chunk}`)
}

/** The server only renders and never solves captchas, so its build leaves out the code of the workers. */
const noWorkers: Plugin = {
  name: 'no-workers',
  enforce: 'pre',
  load: { filter: { id: /\?worker&url$/ }, handler: () => "export default ''" },
}

/**
 * The initial code of every page in one chunk, so that the browser requests one file instead of ten. Code that depends
 * on the schemas is excluded, because no first screen needs it.
 */
const shell =
  /node_modules\/(react|react-dom|scheduler|wouter|regexparam)\/|web\/src\/kit\/(button|icon|form|overlay|store|toast|page(?!\/section))\/|kit\/feedback\/(lazy-loader|skeleton|feedback)\.|kit\/field\/(field|masked-field|mask-text|use-native-value|checkbox|choice)\.|platform\/(app|navigation|monitoring)\/|platform\/api\/(explain|show-failure|captcha-source)\.|platform\/session\/(session-store|session-end)|platform\/(storage\/service-channel|offline\/use-when-online)|line-illustration|parts\/(club-brand|link-button|parsed-rule|shown-document)|kit\/feedback\/notice\.|vite\/preload-helper|recovery\/limits|brazil\/(document|masked-document|cpf|cnpj|check-digits|mask|parsed|field-messages)\.ts/
const isShell = (id: string): boolean => shell.test(id)

const customer = join(root, 'src/customer')

/** Promotion kinds of the shoppers' app: each has its own folder. */
const kindFolders = readdirSync(join(customer, 'features')).filter((folder) =>
  existsSync(join(customer, 'features', folder, 'promotion.ts')),
)

const plannedChunkOf = chunkNames({
  untouched: [join(customer, 'app/entry.tsx'), join(root, 'index.html'), join(root, signInModule)],
  chunks: [
    // What nearly every other page needs: the session gate, the cache of server data.
    {
      name: 'common',
      modules: ['app/session-gate.tsx', 'app/pages.ts', 'app/wire-client.ts'].map((file) =>
        join(customer, file),
      ),
      // Not what is loaded by name, which the manifest lists as a chunk of its own.
      within: (id: string) => !/app\/(pages|session-gate|wire-client|other-page)\.tsx?$/.test(id),
    },
    // Lists and their states.
    {
      name: 'lists',
      modules: ['club-data/loaded.tsx', 'use-call-query.ts'].map((file) => join(root, 'src/parts', file)),
    },
    { name: 'promotions', modules: [join(customer, 'promotions/promotion-pages.ts')] },
    ...kindFolders.map((folder) => ({
      name: folder,
      modules: [join(customer, 'features', folder, 'promotion.ts')],
      within: (id: string) => id.includes(`/features/${folder}/`) || id.includes(`/contract/src/${folder}/`),
    })),
  ],
  // Modules that pages with the same purpose share: on a slow phone, the number of requests takes longer than their bytes.
  shared: {
    lists:
      /parts\/(club-time|forward-link\/|empty-list|link-button|help-link|use-action\b|page-visit|pages\.|lazy-part|new-id|use-settled|use-empty-summary)|kit\/(page\/section|surface\/(chip|surface))\.|kernel\/(club-time|count-formats|cursor|instant|money|served-file|file|yes-no|refusals)\.ts$|brazil\/normalize-for-search\.ts$|club\/club\.ts$|campaigns\/hold\.ts$|storage\/(storage|saved-hold|receipts-seen)\.ts$|offline\/wallet-store\.ts$/,
    promotions:
      /contract\/src\/campaigns\/(?!hold\b)|kernel\/promotion-kinds\.ts$|club-data\/use-(campaigns|credit)\.ts$|customer\/promotions\/(campaign-labels|participate|promotion|deadline-text|wallet)\.|kit\/feedback\/progress\./,
    'promotion-lists': /customer\/promotions\/(promotions|campaign-card|credit-progress)\./,
    person:
      /brazil\/(birth-date|full-name|street-types)\.ts$|kernel\/captcha-weights\.ts$|identity\/(profile-call|notice-calls)\.ts$|club-data\/use-profile\.ts$/,
    contacts:
      /brazil\/(states|customer-name|email|cellphone|masked-contacts)\.ts$|parts\/shown-contacts\.ts$|person-fields\/email-text\./,
    receipts:
      /contract\/src\/receipts\/(receipt|receipt-calls)\.ts$|brazil\/(receipt-key|state-codes)\.ts$|club\/points-rules\.ts$|contract\/src\/ratings\/(rating|calls)\.ts$|contract\/src\/points\/(calls|posting-kinds)\.ts$|club-data\/use-(receipts|open-ratings|points)\.ts$/,
    'sign-out':
      /parts\/sign-out\/|platform\/session\/(sign-out|end-kiosk-session)\.ts$|credentials\/device-record\.ts$|storage\/indexed-db\.ts$/,
    photos: /platform\/camera\/(convert-photo|take-photo)\.ts$/,
    codes: /kernel\/ticket-number\.ts$|parts\/ticket-number\.ts$/,
    forms:
      /kit\/(field\/text-field|surface\/dialog)\.|parts\/(confirm-dialog|use-action-form|draft\/(use-draft|form-draft))\./,
  },
})

/** The first screen imports the schemas without using them; every other page uses them. */
const chunkOf: typeof plannedChunkOf = (id, context) =>
  id.includes('/platform/schemas/') ? 'common' : plannedChunkOf(id, context)

/**
 * What pages preload, by path, `*` for all others: without it, each file is requested only once the one that imports it has
 * arrived.
 */
function pageChunks(): Readonly<Record<string, readonly string[]>> {
  const app = (...names: string[]) => names.map((name) => `src/customer/app/${name}`)
  const page = (name: string) => `src/customer/features/${name}-page.tsx`
  return {
    '/': urlsOf(...app('pages.ts', 'wire-client.ts', 'session-gate.tsx'), page('home/home'), ...kindFolders),
    '/carteira': urlsOf(...app('other-page.tsx', 'wire-client.ts'), page('wallet/wallet'), ...kindFolders),
    '/promocoes/:slug': urlsOf(...app('pages.ts', 'wire-client.ts'), page('promotions/promotion')),
    '*': urlsOf(...app('pages.ts')),
  }
}

const rolldownChecks = { pluginTimings: false }

/** The staff application is a separate build (`--mode staff`), so that shoppers download none of it. */
const staffBuild: BuildOptions = {
  outDir: 'dist/staff',
  manifest: true,
  assetsDir: 'assets/equipe',
  copyPublicDir: false,
  cssCodeSplit: false,
  target: 'es2022',
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  rolldownOptions: {
    checks: rolldownChecks,
    input: join(root, 'staff.html'),
    output: {
      codeSplitting: {
        includeDependenciesRecursively: false,
        // All that the start imports in one file: one request, and better compression.
        groups: [
          {
            name: chunkNames({
              untouched: [],
              chunks: [
                {
                  name: 'start',
                  modules: [join(root, 'src/staff/app/entry.tsx')],
                  within: (id) => !/staff\.html|app\/entry\.tsx/.test(id),
                },
              ],
              shared: {},
            }),
          },
        ],
      },
    },
  },
}

/** Every screen in every state, for development (`--mode screens`); not part of a release. */
const screensBuild: BuildOptions = {
  outDir: join(root, 'dist/screens'),
  emptyOutDir: true,
  target: 'es2022',
  chunkSizeWarningLimit: 4000,
  modulePreload: { polyfill: false },
  rolldownOptions: {
    checks: { ...rolldownChecks, ineffectiveDynamicImport: false },
    input: ['screens.html', 'screen.html'].map((page) => join(gallery, page)),
    // Tests load the page of a screen a hundred times, and each file requested costs them more than the bytes.
    output: {
      codeSplitting: {
        includeDependenciesRecursively: false,
        // Not the scripts of the pages, which run when they are loaded.
        groups: [{ name: 'everything', test: (id: string) => !/gallery\/screens?\.(html|tsx)/.test(id) }],
      },
    },
  },
}

export default defineConfig(({ isSsrBuild, mode }) => ({
  root,
  plugins: [
    react(),
    ...(isSsrBuild
      ? [noWorkers]
      : [
          assemblyscript(),
          devPage(),
          pageHead(),
          ...(mode === 'staff' ? [] : [appWorker(), contractCode()]),
          precompress(),
        ]),
  ],
  worker: {
    format: 'iife',
    plugins: () => [assemblyscript()],
    rolldownOptions: { checks: rolldownChecks },
  },
  // The server replaces this with a fresh nonce in every response.
  html: { cspNonce: '__nonce__' },
  resolve: {
    alias: {
      // The router bundles a shim for a hook that React has included since version 18.
      'use-sync-external-store/shim/index.js': 'react',
      // Own implementation of what is used, a quarter of the size (ADR 22).
      'zod/mini': join(root, 'src/platform/schemas/zod-mini.ts'),
    },
  },
  define: isSsrBuild
    ? {
        __SIGN_IN_CHUNKS__: JSON.stringify(urlsOf(signInModule)),
        __PAGE_CHUNKS__: JSON.stringify(pageChunks()),
      }
    : {},
  ssr: { noExternal: true },
  server: { proxy: { '^/(api|dev/(outbox|flows))': process.env['API_ORIGIN'] ?? 'http://localhost:3000' } },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: true,
        copyPublicDir: false,
        rolldownOptions: {
          checks: rolldownChecks,
          input: 'src/customer/app/render.tsx',
          output: { entryFileNames: 'render.js' },
        },
      }
    : {
        outDir: client,
        manifest: true,
        // One small style sheet for all pages, so that no screen waits for its styles.
        cssCodeSplit: false,
        target: 'es2022',
        assetsInlineLimit: 0,
        // Every page has loaded the shell, so no list of a page's files repeats it.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_file, files) =>
            files.filter((file) => !/\/(shell|rolldown-runtime)-/.test(file)),
        },
        rolldownOptions: {
          checks: rolldownChecks,
          treeshake: { propertyReadSideEffects: false },
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [{ name: 'shell', test: isShell, priority: 1 }, { name: chunkOf }],
            },
          },
        },
      },
  ...(mode === 'staff' ? { build: staffBuild } : {}),
  ...(mode === 'screens'
    ? {
        root: gallery,
        base: './',
        publicDir: false as const,
        plugins: [react(), assemblyscript()],
        build: screensBuild,
      }
    : {}),
}))
