import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { PhotoStoreError, isObjectKey, type PhotoStore } from '../../ports/photo-store.ts'

/** Suffix of a file being written. A crash may leave such a file, which `list` includes. */
const partSuffix = '.part'

/**
 * Stores photos as files in a folder, readable only by its owner. Writes are atomic and survive a power
 * failure. For one machine; several machines need a shared store.
 */
export const createFolderStore = ({ folder }: { folder: string }): PhotoStore => {
  const fileOf = (key: string): string => {
    if (!isObjectKey(key)) throw new PhotoStoreError('refused', 'Invalid object name')
    return join(folder, ...key.split('/'))
  }
  return {
    put: (key, bytes) => wrapErrors(() => writeAtomically(fileOf(key), bytes)),
    get: (key) => wrapErrors(() => fallbackIfMissing(() => readFile(fileOf(key)), null)),
    delete: (key) => wrapErrors(() => rm(fileOf(key), { force: true })),
    list: (prefix) => wrapErrors(() => listFiles(folder, prefix)),
  }
}

const writeAtomically = async (file: string, bytes: Buffer): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(file + partSuffix, 'w', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(file + partSuffix, file)
  // Sync the folder too, so that the new name survives a power failure.
  const parent = await open(dirname(file), 'r')
  try {
    await parent.sync()
  } finally {
    await parent.close()
  }
}

const listFiles = async (folder: string, prefix: string) => {
  const entries = await fallbackIfMissing(() => readdir(folder, { recursive: true, withFileTypes: true }), [])
  const found = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const key = relative(folder, file).split(sep).join('/')
    if (!key.startsWith(prefix)) continue
    const stats = await fallbackIfMissing(() => stat(file), null)
    if (stats) found.push({ key, modified_at: stats.mtime })
  }
  return found
}

const fallbackIfMissing = async <Result, Missing>(
  work: () => Promise<Result>,
  missing: Missing,
): Promise<Result | Missing> => {
  try {
    return await work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return missing
    throw error
  }
}

const wrapErrors = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PhotoStoreError) throw error
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'EACCES' || code === 'EPERM' || code === 'EROFS' ? 'refused' : 'unreachable'
    throw new PhotoStoreError(reason, `Could not access the photo folder: ${code ?? 'unknown'}`, {
      cause: error,
    })
  }
}
