/** The part of Vite's manifest that we read. */
export type Manifest = Record<
  string,
  { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
>

/** The sign-in screen's own code, behind the entry. */
export const signInModule = 'src/customer/flows/sign-in/sign-in-page.tsx'

/** What the browser loads on `/entrar` before anybody touches the page; the mask's engine comes by itself after it. */
export const untouchedModules = ['index.html', signInModule, 'src/kit/field/mask-engine.ts'] as const

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
