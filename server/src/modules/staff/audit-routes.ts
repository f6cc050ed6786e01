import {
  auditPageSize,
  listAuditActorsCall,
  searchAuditCall,
  verifyAuditCall,
} from '@clube/contract/staff/audit-calls.ts'
import { inTransaction } from '../../db/database.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { searchAudit, verifyAuditChain, type AuditLine } from '../audit/index.ts'
import type { StaffDeps } from './deps.ts'
import { listNames } from './staff-store.ts'

/** Brasília has had no summer time since 2019. */
const startOfDay = (day: string): Date => new Date(`${day}T00:00:00-03:00`)
const dayMs = 24 * 3_600_000

/** Serves the desk *Auditoria* (permission `audit.read`, named in each call). */
export const bindAuditDesk = (binder: Binder, deps: StaffDeps): void => {
  bindCall(binder, searchAuditCall, async ({ query }) => {
    const { actor_id, subject_id, action, from, to, cursor } = query
    const { lines, next_cursor } = await searchAudit(deps.db, {
      ...(actor_id ? { actor_id } : {}),
      ...(subject_id ? { subject_id } : {}),
      ...(action ? { action } : {}),
      ...(from ? { from: startOfDay(from) } : {}),
      ...(to ? { to: new Date(startOfDay(to).getTime() + dayMs) } : {}),
      cursor: cursor ?? null,
      limit: auditPageSize,
    })
    const names = new Map((await listNames(deps.db)).map(({ id, name }) => [id, name]))
    return { data: lines.map((line) => lineView(line, names)), next_cursor }
  })

  bindCall(binder, listAuditActorsCall, async () => ({
    data: (await listNames(deps.db)).map(({ id, name }) => ({ staff_id: id, name })),
  }))

  bindCall(binder, verifyAuditCall, async ({ staff }) => {
    const verdict = await verifyAuditChain(deps)
    await inTransaction(deps.db, (tx) =>
      deps.appendAuditLine(tx, {
        actor: { kind: 'staff', id: staff.staff_id },
        action: 'audit.verify',
        subject: null,
        sentence:
          verdict.at === 'intact'
            ? `Verificou a trilha: ${verdict.lines} linhas, todas íntegras.`
            : `Verificou a trilha: problema na linha ${verdict.position}.`,
      }),
    )
    return { data: verdict }
  })
}

const lineView = (line: AuditLine, names: ReadonlyMap<string, string>) => {
  const { position, at, actor, action, subject, sentence } = line
  const id = actor.kind === 'system' ? null : actor.id
  const name = actor.kind === 'staff' ? (names.get(actor.id) ?? null) : null
  return {
    position,
    at: at.toISOString(),
    actor: { kind: actor.kind, id, name },
    action,
    subject: subject && { ...subject },
    sentence,
  }
}
