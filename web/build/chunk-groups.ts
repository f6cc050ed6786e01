type ModuleInfo = { readonly importedIds: readonly string[] } | null
type Context = { getModuleInfo(id: string): ModuleInfo }

/** Modules that static imports load with `start`, itself included. */
function staticClosure(start: readonly string[], context: Context): Set<string> {
  const found = new Set<string>()
  const visit = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) visit(imported)
  }
  for (const id of start) visit(id)
  return found
}

/** Chunks in order of precedence: each contains what its modules import, except what an earlier one contains. */
export type ChunkPlan = {
  /** Modules whose imports stay where the bundler puts them: the first screen must load nothing else. */
  readonly untouched: readonly string[]
  readonly chunks: readonly {
    readonly name: string
    readonly modules: readonly string[]
    /** Takes only what lies in a folder; everything by default. */
    readonly within?: (id: string) => boolean
  }[]
  /** Chunks of the remaining modules whose path matches, by name. */
  readonly shared: Readonly<Record<string, RegExp>>
}

/**
 * Names the chunk of a module by the plan; null leaves it to the bundler, which makes one chunk per combination of pages
 * that share a module, and thus dozens of requests per page.
 */
export function chunkNames(plan: ChunkPlan): (id: string, context: Context) => string | null {
  let names: Map<string, string | null> | undefined
  const assign = (context: Context) => {
    const assigned = new Map<string, string | null>()
    for (const id of staticClosure(plan.untouched, context)) assigned.set(id, null)
    for (const { name, modules, within = () => true } of plan.chunks)
      for (const id of staticClosure(modules, context))
        if (!assigned.has(id) && within(id)) assigned.set(id, name)
    return assigned
  }
  const sharedName = (id: string) =>
    Object.entries(plan.shared).find(([, pattern]) => pattern.test(id))?.[0] ?? null
  return (id, context) => {
    names ??= assign(context)
    return names.has(id) ? (names.get(id) ?? null) : sharedName(id)
  }
}
