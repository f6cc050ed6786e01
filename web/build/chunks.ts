/** The part of Vite's manifest that is used. */
export type Manifest = Record<
  string,
  { file: string; name?: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
>

/** The sign-in screen's module, imported by the entry. */
export const signInModule = 'src/customer/flows/sign-in/sign-in-page.tsx'

/** The modules that the browser loads on `/entrar` before any interaction. */
export const initialModules = ['index.html', signInModule] as const

/**
 * Files of the chunks loaded by `modules`, static imports included, each once. A chunk that the build's configuration
 * names is given by its name.
 * @throws when a module is in no chunk: after a rename the budget would pass vacuously
 */
export function chunksOf(manifest: Manifest, modules: readonly string[]): string[] {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name] ?? Object.values(manifest).find((each) => each.name === name)
    if (!chunk) throw new Error(`${name} is not in the build's manifest`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const each of chunk.imports ?? []) visit(each)
  }
  for (const each of modules) visit(each)
  return [...files]
}
