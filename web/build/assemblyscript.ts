import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { unrollRounds } from './sha256-rounds.ts'

const suffix = '?asc'

/** Memory below this offset is laid out by the sources (`assembly/layout.ts`). */
const memoryBase = 16_384

/**
 * Compiles one AssemblyScript entry file to WebAssembly.
 * @returns the module's bytes
 * @throws with the compiler's messages when the source has errors
 */
export const compileAssemblyScript = async (entryFile: string): Promise<Uint8Array> => {
  const { main } = await import('assemblyscript/asc')
  const output = new Map<string, Uint8Array | string>()
  const options = ['--outFile', 'out.wasm', '-O3', '--enable', 'simd', '--runtime', 'stub', '--noAssert']
  const memory = ['--memoryBase', String(memoryBase), '--initialMemory', '1', '--maximumMemory', '1']
  // Warning 112: vectors cannot be passed to JavaScript; ours never leave the module.
  const { error, stderr } = await main([entryFile, ...options, ...memory, '--disableWarning', '112'], {
    readFile: (name, base) => readFile(resolve(base, name), 'utf8').then(unrollRounds, () => null),
    writeFile: (name, contents) => void output.set(name, contents),
  })
  const wasm = output.get('out.wasm')
  if (error || !(wasm instanceof Uint8Array)) throw new Error(`${entryFile}: ${stderr.toString()}`)
  return wasm
}

/**
 * Vite plugin for `import base64 from './search.ts?asc'`: compiles the AssemblyScript file and exports its
 * WebAssembly as base64, in development, build and tests. The bytes are inlined into the importing file,
 * so that a worker needs no second request and no `connect-src` of its own. List it under `plugins` and
 * `worker.plugins`.
 */
export const assemblyscript = (): Plugin => ({
  name: 'assemblyscript',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\?asc$/ },
    handler(source, importer) {
      if (!importer || !source.endsWith(suffix)) return null
      const base = importer.startsWith('file:') ? importer : `file://${importer.replace(/\?.*$/, '')}`
      return fileURLToPath(new URL(source.slice(0, -suffix.length), base)) + suffix
    },
  },
  load: {
    filter: { id: /\?asc$/ },
    async handler(id) {
      const entryFile = id.slice(0, -suffix.length)
      for (const part of await readdir(dirname(entryFile))) this.addWatchFile(join(dirname(entryFile), part))
      const wasm = await compileAssemblyScript(entryFile)
      return { code: `export default '${Buffer.from(wasm).toString('base64')}'`, moduleType: 'js', map: null }
    },
  },
})
