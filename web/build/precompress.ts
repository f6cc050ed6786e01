import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|svg|json|wasm|webmanifest|txt)$/
/** Smaller files do not benefit. */
const minBytes = 400

/** Bytes as transferred: brotli at maximum quality. */
export const brotli = (bytes: Uint8Array): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })

/** Writes a `.br` for every compressible file of at least 400 bytes, so that the server does not compress per request. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  enforce: 'post',
  writeBundle: {
    sequential: true,
    async handler({ dir }) {
      if (!dir) return
      const names = await readdir(dir, { recursive: true })
      await Promise.all(
        names
          .filter((name) => compressible.test(name))
          .map(async (name) => {
            const bytes = await readFile(join(dir, name))
            if (bytes.length >= minBytes) await writeFile(join(dir, `${name}.br`), await brotli(bytes))
          }),
      )
    },
  },
})
