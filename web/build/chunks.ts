/** The part of Vite's manifest that we read. */
export type Manifest = Record<
  string,
  { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
>

/** What the browser loads before anybody touches the page: the entry, and the sign-in screen behind it. */
export const entryModule = 'index.html'
export const signInModule = 'src/customer/flows/sign-in/sign-in-page.tsx'

/**
 * Files of the chunks that loading `modules` brings, static imports included, each once.
 * @throws when a module is in no chunk: it was renamed, and a budget over nothing would always hold
 */
export function chunksOf(manifest: Manifest, modules: readonly string[]): string[] {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`${name} is not in the build's manifest`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const each of chunk.imports ?? []) visit(each)
  }
  for (const each of modules) visit(each)
  return [...files]
}
