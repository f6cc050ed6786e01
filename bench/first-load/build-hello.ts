import { join } from 'node:path'
import { build } from 'vite'
import { precompress } from '../../web/build/precompress.ts'

/** Builds the hello form with the product's Vite and compression. @returns the folder to serve */
export const buildHello = async (outDir: string): Promise<string> => {
  await build({
    configFile: false,
    root: join(import.meta.dirname),
    logLevel: 'error',
    plugins: [precompress()],
    build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  })
  return outDir
}
