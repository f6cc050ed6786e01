import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chunksOf, initialModules, type Manifest } from './chunks.ts'
import { brotli } from './precompress.ts'

/** Maximum size of the sign-in screen's JavaScript, in bytes of brotli. */
export const signInBudget = 80_000

export type FileSize = { file: string; bytes: number }

/**
 * The JavaScript size of the sign-in screen, from the manifest of a finished build in `client`.
 * @throws when there is no build, or it lacks the measured modules
 */
export async function measureSignIn(client: string): Promise<{ files: FileSize[]; total: number }> {
  const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')) as Manifest
  const files = await Promise.all(
    chunksOf(manifest, initialModules).map(async (file) => ({
      file,
      bytes: (await brotli(await readFile(join(client, file)))).length,
    })),
  )
  return { files, total: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

if (import.meta.main) {
  const { files, total } = await measureSignIn(join(import.meta.dirname, '../dist/client'))
  for (const { file, bytes } of files) console.log(`${String(bytes).padStart(7)}  ${file}`)
  console.log(`${String(total).padStart(7)}  of ${signInBudget} bytes of JavaScript (brotli) on /entrar`)
  if (total > signInBudget) process.exitCode = 1
}
