import { countFormatter } from '@clube/contract/kernel/count-formats.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import type { Finding, Proof, ProofStep } from '../proofs/index.ts'
import type { Vault } from '../vault/index.ts'
import { auditKey } from './append-audit-line.ts'
import { hashOf, noHash, type AuditLine } from './audit-line.ts'
import { listLinesAfter, readHead } from './audit-store.ts'

type Broken = {
  readonly kind: 'broken'
  /** The first altered line. */
  readonly position: number
  readonly violation: 'missing' | 'changed' | 'unchained' | 'truncated'
}

export type AuditVerdict =
  /** `hash` is that of the last line: stored elsewhere, it can later prove that the chain still contains that line. */
  { readonly kind: 'intact'; readonly lines: number; readonly hash: string } | Broken

type ChainDeps = { readonly db: Db; readonly vault: Vault }
/** The verified line that the next one must follow. */
type Link = Pick<AuditLine, 'position' | 'hash'>

/** The name under which a full pass is requested. */
export const auditProofName = 'audit-trail'
const noLine: Link = { position: 0, hash: noHash }
const batchSize = 1_000
const formatLines = countFormatter('linha', 'linhas')

/** Verifies that every line of the chain is present, unchanged and in order. */
export const verifyAuditChain = async (deps: ChainDeps): Promise<AuditVerdict> => {
  let last = noLine
  for (;;) {
    const checked = await verifyBatch(deps, last)
    if (checked.kind === 'broken') return checked
    last = checked.last
    if (checked.kind === 'end')
      return { kind: 'intact', lines: last.position, hash: last.hash.toString('hex') }
  }
}

/**
 * The proof of the audit trail: a full pass reads the chain from its beginning, a recent one the lines after the last
 * verified one, which must be unchanged.
 */
export const createAuditProof = (deps: ChainDeps): Proof => ({
  name: auditProofName,
  title: 'Trilha de auditoria',
  checks: {
    missing: 'Falta uma linha da trilha.',
    changed: 'Uma linha da trilha foi alterada.',
    unchained: 'Uma linha da trilha não segue a anterior.',
    truncated: 'A trilha não termina na última linha registrada.',
  } satisfies Record<Broken['violation'], string>,
  describe: (reached) => {
    const { position, hash } = parseLink(reached)
    return `${formatLines(position)}, código da última ${hash.toString('hex').slice(0, 16)}…`
  },
  step: async ({ kind, position, mark }): Promise<ProofStep> => {
    const last = parseLink(position ?? (kind === 'recent' ? mark : null))
    const checked =
      position === null && !(await isUnchanged(deps, last))
        ? ({ kind: 'broken', position: last.position, violation: 'changed' } as const)
        : await verifyBatch(deps, last)
    if (checked.kind === 'broken') return { findings: [findingOf(checked)], next: { kind: 'end', mark } }
    const reached = `${checked.last.position} ${checked.last.hash.toString('hex')}`
    const next =
      checked.kind === 'end'
        ? ({ kind: 'end', mark: reached } as const)
        : ({ kind: 'more', position: reached } as const)
    return { findings: [], next }
  },
})

const findingOf = ({ position, violation }: Broken): Finding => ({
  check: violation,
  subject: String(position),
  expected: null,
  found: null,
})

const parseLink = (text: string | null): Link => {
  const [position = '', hash = ''] = text?.split(' ') ?? []
  return text === null ? noLine : { position: Number(position), hash: Buffer.from(hash, 'hex') }
}

/** Whether a line that was verified earlier is unchanged. */
const isUnchanged = async ({ db, vault }: ChainDeps, { position, hash }: Link): Promise<boolean> => {
  if (position === 0) return true
  const [line] = await listLinesAfter(db, position - 1, 1)
  return line?.position === position && line.hash.equals(hash) && hashOf(auditKey(vault), line).equals(hash)
}

type ChainBatch = { readonly kind: 'more' | 'end'; readonly last: Link } | Broken

/** Verifies the next lines in one snapshot and, at the end of the chain, that it matches the head. */
const verifyBatch = ({ db, vault }: ChainDeps, after: Link): Promise<ChainBatch> =>
  inTransaction(
    db,
    async (tx): Promise<ChainBatch> => {
      const key = auditKey(vault)
      const head = await readHead(tx)
      const lines = await listLinesAfter(tx, after.position, batchSize)
      let last = after
      for (const line of lines) {
        const position = last.position + 1
        if (line.position !== position) return { kind: 'broken', position, violation: 'missing' }
        if (position > head.position) return { kind: 'broken', position, violation: 'truncated' }
        if (!line.previous_hash.equals(last.hash)) return { kind: 'broken', position, violation: 'unchained' }
        if (!hashOf(key, line).equals(line.hash)) return { kind: 'broken', position, violation: 'changed' }
        last = { position, hash: line.hash }
      }
      if (lines.length === batchSize) return { kind: 'more', last }
      if (last.position < head.position)
        return { kind: 'broken', position: last.position + 1, violation: 'missing' }
      if (!last.hash.equals(head.hash))
        return { kind: 'broken', position: last.position, violation: 'truncated' }
      return { kind: 'end', last }
    },
    'repeatable read',
  )
