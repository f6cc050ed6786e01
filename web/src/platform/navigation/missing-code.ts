let failures = 0

/**
 * Called for every chunk that failed to load. From the second failure only a reload helps, if there is a
 * network: a browser caches a failed module for the lifetime of the page, and after a release the old files
 * are gone. @returns whether to reload
 */
export function recordChunkFailure(): boolean {
  failures += 1
  return failures > 1 && navigator.onLine
}
