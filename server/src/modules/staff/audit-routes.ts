import { startOfClubDay, endOfClubDay } from '@clube/contract/kernel/club-time.ts'
import {
  auditPageSize,
  listAuditActorsCall,
  searchAuditCall,
  verifyAuditCall,
} from '@clube/contract/staff/audit-calls.ts'
import { inTransaction } from '../../db/database.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { auditProofName, searchAudit, type AuditLine } from '../audit/index.ts'
import { requestFullPass } from '../proofs/index.ts'
import type { StaffDeps } from './deps.ts'
import { listNames } from './staff-store.ts'

/** Binds the desk *Auditoria* (permission `audit.read`, declared by each call). */
export const bindAuditDesk = (binder: Binder, deps: StaffDeps): void => {
  bindCall(binder, searchAuditCall, async ({ query }) => {
    const { actor_id, subject_id, action, from, to, cursor } = query
    const { lines, next_cursor } = await searchAudit(deps.db, {
      ...(actor_id ? { actor_id } : {}),
      ...(subject_id ? { subject_id } : {}),
      ...(action ? { action } : {}),
      from: from === undefined ? undefined : startOfClubDay(from, deps.time_zone),
      to: to === undefined ? undefined : endOfClubDay(to, deps.time_zone),
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
    await inTransaction(deps.db, async (tx) => {
      await requestFullPass(tx, auditProofName, deps.clock())
      await deps.appendAuditLine(tx, {
        actor: { kind: 'staff', id: staff.staff_id },
        action: 'audit.verify',
        subject: null,
        sentence: 'Pediu a verificação da trilha inteira.',
      })
    })
    return { data: {} }
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
