let failures = 0

/**
 * Told of every piece of the page's code that did not arrive. From the second on only a fresh page helps, if there is a
 * network at all: a browser remembers a failed module for as long as the page lives, and after a release the old files
 * are gone. Answers whether to begin afresh.
 */
export function noticeMissingCode(): boolean {
  failures += 1
  return failures > 1 && navigator.onLine
}
