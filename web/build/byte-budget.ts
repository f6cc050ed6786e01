import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chunksOf, initialModules, type Manifest } from './chunks.ts'

/** Maximum sizes in bytes of brotli: of the sign-in screen, of a route beyond it, and of the start of the staff application. */
export const budgets = { signIn: 80_000, route: 40_000, staff: 120_000 } as const

/** Maximum numbers of requests before the first paint, by page. */
export const requestLimits = { 'client/index.html': 2, 'staff/staff.html': 6 } as const

export type FileSize = { readonly file: string; readonly bytes: number }
export type Measured = { readonly name: string; readonly budget: number; readonly files: readonly FileSize[] }

const gate = 'src/customer/app/session-gate.tsx'
const routers = ['src/customer/app/pages.ts', 'src/customer/app/other-page.tsx'] as const

export const totalOf = ({ files }: Measured): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

/** Dynamic imports of a chunk and of the chunks that it imports. */
function lazyModulesOf(manifest: Manifest, module: string): string[] {
  const files = new Set(chunksOf(manifest, [module]))
  return Object.values(manifest).flatMap((chunk) =>
    files.has(chunk.file) ? (chunk.dynamicImports ?? []) : [],
  )
}

/**
 * What each shopper's route loads beyond the sign-in screen: its router, the session gate, the page, and all their static
 * imports. Routes are the lazy modules named `…-page`, and `apply-voucher`.
 * @throws when a measured module is not in the manifest
 */
export function measureRoutes(manifest: Manifest, sizeOf: (file: string) => number): Measured[] {
  const initial = new Set(chunksOf(manifest, initialModules))
  const routes = new Map<string, string>()
  for (const router of routers)
    for (const module of lazyModulesOf(manifest, router))
      if (/\/features\/.*(-page|apply-voucher)\.tsx$/.test(module) && !routes.has(module))
        routes.set(module, router)
  return [...routes].map(([module, router]) => {
    const name = module.replace(/^.*\/features\//, '').replace(/\.tsx$/, '')
    const files = chunksOf(manifest, [router, gate, module]).filter((file) => !initial.has(file))
    return {
      name,
      budget: budgets.route,
      files: files.map((file) => ({ file, bytes: sizeOf(file) })),
    }
  })
}

/** A sentence that names what exceeds its budget, with its largest chunks; null if it is within. */
export function excessOf(measured: Measured): string | null {
  const total = totalOf(measured)
  if (total <= measured.budget) return null
  const largest = measured.files
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, 5)
    .map(({ file, bytes }) => `${file} (${bytes})`)
  return `${measured.name} loads ${total} bytes of JavaScript (brotli) in ${measured.files.length} files, more than its budget of ${measured.budget}. Largest chunks: ${largest.join(', ')}.`
}

/** Number of requests before a page's first paint: the page itself and what its head names, except what it defers. */
export function requestsBeforePaint(html: string): number {
  const immediate = html.replace(/<template[^]*?<\/template>/g, '')
  const named = immediate.match(/<link rel="(stylesheet|preload|modulepreload)"|<script\b[^>]* src="/g)
  return 1 + (named?.length ?? 0)
}

/** A sentence about a page with too many requests; null if it is within its limit. */
export const requestExcessOf = (page: string, limit: number, html: string): string | null => {
  const requests = requestsBeforePaint(html)
  return requests <= limit
    ? null
    : `${page} sends ${requests} requests before its first paint, more than its limit of ${limit}.`
}

function readBuild(folder: string): { manifest: Manifest; sizeOf: (file: string) => number } {
  const path = join(import.meta.dirname, '../dist', folder)
  const sizeOf = (file: string) =>
    statSync(join(path, `${file}.br`), { throwIfNoEntry: false })?.size ??
    brotliCompressSync(readFileSync(join(path, file))).length
  return { manifest: JSON.parse(readFileSync(join(path, '.vite/manifest.json'), 'utf8')) as Manifest, sizeOf }
}

/**
 * The JavaScript size of the sign-in screen, from the manifest of a finished build.
 * @throws when there is no build, or it lacks the measured modules
 */
export function measureSignIn(): { files: readonly FileSize[]; total: number } {
  const { manifest, sizeOf } = readBuild('client')
  const files = chunksOf(manifest, initialModules).map((file) => ({ file, bytes: sizeOf(file) }))
  return { files, total: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

if (import.meta.main) {
  const client = readBuild('client')
  const staff = readBuild('staff')
  const entryOf = (
    name: string,
    budget: number,
    { manifest, sizeOf }: typeof client,
    modules: readonly string[],
  ) => ({
    name,
    budget,
    files: chunksOf(manifest, modules).map((file) => ({ file, bytes: sizeOf(file) })),
  })
  const routes = measureRoutes(client.manifest, client.sizeOf)
  const all: Measured[] = [
    entryOf('/entrar', budgets.signIn, client, initialModules),
    entryOf('The staff application', budgets.staff, staff, ['staff.html']),
    ...routes.toSorted((a, b) => totalOf(b) - totalOf(a)),
  ]
  console.log('  bytes   budget  files  JavaScript (brotli)')
  for (const each of all) {
    const figures = [
      String(totalOf(each)).padStart(7),
      String(each.budget).padStart(7),
      String(each.files.length).padStart(5),
    ]
    console.log(`${figures.join('  ')}  ${each.name}`)
  }
  const pages = Object.entries(requestLimits).map(([page, limit]) => ({
    page,
    limit,
    html: readFileSync(join(import.meta.dirname, '../dist', page), 'utf8'),
  }))
  console.log('requests    limit  before the first paint')
  for (const { page, limit, html } of pages)
    console.log(`${String(requestsBeforePaint(html)).padStart(8)}  ${String(limit).padStart(7)}  ${page}`)
  const errors = [
    ...pages.flatMap(({ page, limit, html }) => requestExcessOf(page, limit, html) ?? []),
    ...all.flatMap((each) => excessOf(each) ?? []),
  ]
  for (const error of errors) console.error(error)
  if (errors.length > 0) process.exitCode = 1
}
