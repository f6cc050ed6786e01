const browserFetch = globalThis.fetch

/** Responds to requests for a server file, which the gallery does not have. */
export function serveFile(path: string, text: string): void {
  globalThis.fetch = (input, init) =>
    input === path ? Promise.resolve(new Response(text)) : browserFetch(input, init)
}
