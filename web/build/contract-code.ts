import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** What only the server reads of a call or a file: most of their bytes are sentences. */
const serverProperties = new Set(['summary', 'refusals', 'params'])

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Edit = { start: number; end: number; text: string }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const isFunction = ({ type }: Node): boolean =>
  type === 'ArrowFunctionExpression' || type === 'FunctionExpression' || type === 'FunctionDeclaration'

const nameOf = (node: unknown): unknown => (isNode(node) ? (node['name'] ?? node['value']) : undefined)

/** Runs once per node that is evaluated with its module, parents first; `visit` returns false to leave out what is inside. */
function walk(node: Node, visit: (node: Node) => boolean): void {
  if (isFunction(node) || !visit(node)) return
  for (const child of Object.values(node).flat()) if (isNode(child)) walk(child, visit)
}

/** Removes what only the server reads from a declaration `defineCall({ … })` or `defineFile({ … })`. */
function* serverParts(declaration: Node, name: string, kept: ReadonlySet<string>): Generator<Edit> {
  if (
    declaration.type !== 'CallExpression' ||
    !/^define(Call|File)$/.test(String(nameOf(declaration['callee'])))
  )
    return
  const object = (declaration['arguments'] as Node[])[0]
  if (object?.type !== 'ObjectExpression') return
  const properties = object['properties'] as Node[]
  for (const [index, property] of properties.entries()) {
    const key = String(nameOf(property['key']))
    if (property.type !== 'Property' || !serverProperties.has(key) || kept.has(`${name}.${key}`)) continue
    yield { start: property.start, end: properties[index + 1]?.start ?? property.end, text: '' }
  }
}

/**
 * The pairs `call.property` that a source reads, for instance `registerCall.refusals`.
 * @throws Error if a source destructures a call, since the property would be missing in the browser without an error
 */
export function readProperties(source: string): string[] {
  const destructured = /\{[^{}]*\b(?:summary|refusals|params)\b[^{}]*\}\s*=\s*\w+(?:Call|File)\b/.exec(source)
  if (destructured)
    throw new Error(`Read the property by its name, call.property, instead of: ${destructured[0]}`)
  return [...source.matchAll(/\b(\w+)\s*\.\s*(summary|refusals|params)\b/g)].map(
    ([, name, property]) => `${name}.${property}`,
  )
}

/**
 * A module of the contract as the browser needs it: without the parts of calls that only the server reads, except the pairs
 * `call.property` in `kept`, and with every schema marked as free of side effects, so that the bundler leaves out those
 * that no screen uses.
 */
export function browserCode(code: string, program: Node, kept: ReadonlySet<string>): string {
  const edits: Edit[] = []
  const marked = new Set<number>()
  const visit = (node: Node): boolean => {
    if (node.type === 'VariableDeclarator' && isNode(node['init']))
      edits.push(...serverParts(node['init'], String(nameOf(node['id'])), kept))
    if (node.type !== 'CallExpression') return true
    if (!marked.has(node.start)) edits.push({ start: node.start, end: node.start, text: '/* @__PURE__ */ ' })
    marked.add(node.start)
    return true
  }
  walk(program, visit)
  const isRemoved = ({ start, end }: Edit) =>
    edits.some((other) => other.text === '' && start > other.start && end < other.end)
  return edits
    .filter((edit) => edit.text === '' || !isRemoved(edit))
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: inserted }) => text.slice(0, start) + inserted + text.slice(end), code)
}

/** Vite plugin for the shoppers' build: see `browserCode`. Keeps what any of its sources reads. */
export function contractCode(): Plugin {
  const sources = join(import.meta.dirname, '../src')
  const kept = new Set(
    globSync('{customer,platform,parts,kit}/**/*.{ts,tsx}', {
      cwd: sources,
      exclude: ['**/*.test.*'],
    }).flatMap((file) => readProperties(readFileSync(join(sources, file), 'utf8'))),
  )
  return {
    name: 'contract-code',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/src\/[^?]*\.ts$/ },
      handler(code) {
        return { code: browserCode(code, this.parse(code) as unknown as Node, kept), map: null }
      },
    },
  }
}
