import {
  sendSettlementPartCall,
  settlementMaxErrors,
  startSettlementCall,
  type SettlementImport,
} from '@clube/contract/partner-points/settlement-calls.ts'
import {
  clubDayOf,
  endOfClubDay,
  formatDay,
  startOfClubDay,
  type TimeZone,
} from '@clube/contract/kernel/club-time.ts'
import type { FormFile } from '@clube/contract/kernel/file.ts'
import { allowLongStatements, inTransaction, type Db, type Tx } from '../../../db/database.ts'
import type { JobQueue, Jobs } from '../../../db/jobs.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import type { PartnerDeps } from '../deps.ts'
import { requirePartner } from '../links/link-partner.ts'
import { shareIsOn } from '../partner-store.ts'
import { markOnlyOurs, pairEntries } from './entry-store.ts'
import {
  analyzeStaged,
  deleteRepeated,
  deleteStaged,
  findConflicts,
  findImport,
  importStaged,
  insertOrFindImport,
  listImports,
  listMatching,
  saveImport,
  stageLines,
  tryLockImport,
  type PartnerImport,
} from './import-store.ts'
import { readSettlementPart, type LineError } from './settlement-file.ts'

const matchQueue: JobQueue<{ import_id: string }> = {
  name: 'match-partner-settlement',
  expireInSeconds: 900,
  retryLimit: 20,
}

const viewImports = async (
  deps: Pick<PartnerDeps, 'namesOfStaff'>,
  db: Db,
  imports: readonly PartnerImport[],
): Promise<SettlementImport[]> => {
  const names = await deps.namesOfStaff(
    db,
    imports.map(({ started_by }) => started_by),
  )
  return imports.map(
    ({
      id,
      started_by,
      started_at,
      finished_at,
      sha256: _sha256,
      tail: _tail,
      read_lines: _read,
      ...shown
    }) => ({
      ...shown,
      import_id: id,
      started_by: names.get(started_by)?.name ?? null,
      started_at: started_at.toISOString(),
      finished_at: finished_at?.toISOString() ?? null,
    }),
  )
}

const viewImport = async (
  deps: Pick<PartnerDeps, 'namesOfStaff'>,
  db: Db,
  id: string,
): Promise<SettlementImport> => {
  const found = await findImport(db, id)
  const [view] = found ? await viewImports(deps, db, [found]) : []
  if (!view) throw new Error('The import was not found')
  return view
}

const refuseStart = refusalsOf(startSettlementCall)

/**
 * Starts the import of a partner's file, or returns the one of the same file. One that was refused starts again.
 * @throws {Refusal} partner-points.unknown-partner, partner-points.future-period
 */
export const startSettlement = (
  deps: PartnerDeps,
  input: {
    partner: string
    file_name: string
    size_bytes: number
    sha256: string
    from_day: string
    to_day: string
    staff_id: string
  },
): Promise<SettlementImport> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const { slug: partner } = requirePartner(deps, input.partner, refuseStart)
    const { file_name, size_bytes, from_day, to_day, staff_id: started_by } = input
    const isKnown = startOfClubDay(from_day, deps.time_zone) && startOfClubDay(to_day, deps.time_zone)
    if (!isKnown || to_day >= clubDayOf(now, deps.time_zone))
      throw refuseStart('partner-points.future-period')
    await shareIsOn(tx, partner)
    const sha256 = Buffer.from(input.sha256, 'hex')
    const days = { from_day, to_day }
    const found = await insertOrFindImport(tx, {
      partner,
      file_name,
      size_bytes,
      sha256,
      ...days,
      started_by,
      started_at: now,
    })
    const restarted = { received_bytes: 0, tail: Buffer.alloc(0), read_lines: 0, lines: 0, ...days }
    const hasOtherDays = found.from_day !== from_day || found.to_day !== to_day
    if (found.state === 'refused' || (found.state === 'receiving' && hasOtherDays)) {
      await deleteStaged(tx, found.id)
      await saveImport(tx, found.id, { ...restarted, state: 'receiving', errors: [], finished_at: null })
    }
    return viewImport(deps, tx, found.id)
  })

const refusePart = refusalsOf(sendSettlementPartCall)

/**
 * Receives the next part of a file. The last one completes it: a job compares its lines, or it is refused with its errors.
 * @throws {Refusal} one of the call's refusals
 */
export const receivePart = async (
  deps: PartnerDeps,
  input: { import_id: string; offset: number; part: FormFile; staff_id: string },
): Promise<SettlementImport> => {
  const part = Buffer.from(await input.part.arrayBuffer())
  return inTransaction(deps.db, async (tx) => {
    await allowLongStatements(tx)
    const found = await tryLockImport(tx, input.import_id)
    if (!found) {
      if (await findImport(tx, input.import_id)) throw refusePart('partner-points.import-running')
      throw refusePart('partner-points.unknown-import')
    }
    const end = input.offset + part.length
    if (found.state !== 'receiving' || end <= found.received_bytes) return viewImport(deps, tx, found.id)
    if (input.offset !== found.received_bytes || end > found.size_bytes)
      throw refusePart('partner-points.other-offset')
    const isLast = end === found.size_bytes
    const { errors, ...progress } = await readInto(deps, tx, { found, part, isLast })
    await saveImport(tx, found.id, { received_bytes: end, errors, ...progress })
    if (isLast && errors.length > 0) await refuseImport(deps, tx, { found, errors, staff_id: input.staff_id })
    else if (isLast) {
      await saveImport(tx, found.id, { state: 'matching' })
      await deps.jobs.enqueue(tx, matchQueue, { import_id: found.id }, 0)
    }
    return viewImport(deps, tx, found.id)
  })
}

const readInto = async (
  { time_zone }: Pick<PartnerDeps, 'time_zone'>,
  tx: Tx,
  { found, part, isLast }: { found: PartnerImport; part: Buffer; isLast: boolean },
): Promise<Pick<PartnerImport, 'tail' | 'read_lines' | 'lines' | 'errors'>> => {
  const read = readSettlementPart({
    tail: found.tail,
    part,
    read_lines: found.read_lines,
    isLast,
    period: periodOf(found, time_zone),
    maxErrors: settlementMaxErrors,
  })
  const { tail, read_lines } = read
  const known = [...found.errors, ...read.errors]
  // The lines of a file with errors are not imported.
  const repeated = known.length > 0 ? [] : await stageLines(tx, found.id, read.lines)
  const errors = [
    ...known,
    ...repeated.map((line): LineError => ({ line, reason: 'O arquivo tem este lançamento duas vezes.' })),
  ].slice(0, settlementMaxErrors)
  return { tail, read_lines, lines: found.lines + read.lines.length, errors }
}

const periodOf = ({ from_day, to_day }: Pick<PartnerImport, 'from_day' | 'to_day'>, zone: TimeZone) => {
  const from = startOfClubDay(from_day, zone)
  const last = endOfClubDay(to_day, zone)
  if (!from || !last) throw new Error('An import has an invalid period')
  return { from, to: last }
}

/** Refuses a locked import: nothing of it is imported. */
const refuseImport = async (
  deps: Pick<PartnerDeps, 'audit' | 'clock'>,
  tx: Tx,
  { found, errors, staff_id }: { found: PartnerImport; errors: readonly LineError[]; staff_id: string },
): Promise<void> => {
  await deleteStaged(tx, found.id)
  await saveImport(tx, found.id, { state: 'refused', errors, finished_at: deps.clock() })
  await deps.audit(tx, {
    actor: { kind: 'staff', id: staff_id },
    action: 'partner-points.refuse-import',
    subject: { kind: 'partner-settlement', id: found.id },
    sentence: `Enviou o arquivo ${found.file_name} do parceiro ${found.partner}, recusado com ${errors.length === 1 ? '1 erro' : `${errors.length} erros`}.`,
  })
}

/** Compares a complete import with the club's entries, once. */
const matchImport = async (deps: PartnerDeps, import_id: string): Promise<void> => {
  const { time_zone } = deps
  await inTransaction(deps.db, async (tx) => {
    await allowLongStatements(tx)
    const found = await tryLockImport(tx, import_id)
    if (found?.state !== 'matching') return
    const { partner, started_by } = found
    await analyzeStaged(tx)
    const conflicts = await findConflicts(tx, { import_id, partner, limit: settlementMaxErrors })
    if (conflicts.length > 0) {
      const errors = conflicts.map((line) => ({
        line,
        reason: 'Um arquivo anterior tem este lançamento com outros valores.',
      }))
      await refuseImport(deps, tx, { found, errors, staff_id: started_by })
      return
    }
    const repeated_lines = await deleteRepeated(tx, { import_id, partner })
    const lines = await importStaged(tx, { import_id, partner, time_zone })
    await saveImport(tx, import_id, { state: 'done', lines, repeated_lines, finished_at: deps.clock() })
    await markOnlyOurs(tx, { partner, time_zone })
    await deps.audit(tx, {
      actor: { kind: 'staff', id: started_by },
      action: 'partner-points.import',
      subject: { kind: 'partner-settlement', id: import_id },
      sentence: `Importou o arquivo ${found.file_name} do parceiro ${partner}, de ${formatDay(found.from_day)} a ${formatDay(found.to_day)}: ${lines.toLocaleString('pt-BR')} ${lines === 1 ? 'lançamento novo' : 'lançamentos novos'}.`,
    })
  })
  // Redemptions that were confirmed meanwhile did not see the lines, nor did the comparison see them.
  await pairLate(deps)
}

/** Compares entries that were recorded while an import was compared. */
export const pairLate = async (deps: Pick<PartnerDeps, 'db' | 'partners' | 'time_zone'>): Promise<void> => {
  const { db, time_zone } = deps
  for (const partner of deps.partners.keys())
    await inTransaction(db, async (tx) => {
      await allowLongStatements(tx)
      await pairEntries(tx, { partner, transaction_id: null })
      await markOnlyOurs(tx, { partner, time_zone })
    })
}

/** Compares complete imports whose job was lost. */
export const matchWaiting = async (deps: PartnerDeps): Promise<void> => {
  for (const id of await listMatching(deps.db)) await matchImport(deps, id)
}

export const registerMatching = (deps: PartnerDeps, jobs: Pick<Jobs, 'work'>): void =>
  jobs.work(matchQueue, ({ import_id }) => matchImport(deps, import_id))

const listLimit = 30

/** The newest imports of a partner. */
export const listSettlements = async (
  deps: Pick<PartnerDeps, 'db' | 'namesOfStaff'>,
  partner: string,
): Promise<SettlementImport[]> => viewImports(deps, deps.db, await listImports(deps.db, partner, listLimit))
