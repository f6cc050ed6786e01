import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import {
  endOfClubDay,
  formatDate,
  formatDay,
  formatTimeWithSeconds,
  startOfClubDay,
} from '@clube/contract/kernel/club-time.ts'
import {
  auditFile,
  auditPageSize,
  findAuditSubjectCall,
  listAuditActorsCall,
  searchAuditCall,
  verifyAuditCall,
} from '@clube/contract/staff/audit-calls.ts'
import { auditActorTitles } from '@clube/contract/staff/audit-titles.ts'
import { inTransaction } from '../../db/database.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { bindFile } from '../../http/bind-file.ts'
import { refuseRequest } from '../../kernel/refusal.ts'
import { csvText } from '../../kernel/csv.ts'
import { auditProofName, eachAuditLine, searchAudit, type AuditLine } from '../audit/index.ts'
import { documentIndexOf, findByDocument } from '../identity/index.ts'
import { requestFullPass } from '../proofs/index.ts'
import type { StaffDeps } from './deps.ts'
import { listNames } from './staff-store.ts'

/** Binds the desk *Auditoria* (permission `audit.read`, declared by each call). */
export const bindAuditDesk = (binder: Binder, deps: StaffDeps): void => {
  bindCall(binder, searchAuditCall, async ({ query }) => {
    const { actor_id, subject_id, action, from, to, cursor } = query
    const { lines, next_cursor } = await searchAudit(deps.db, {
      ...(actor_id ? { actor_id } : {}),
      ...(subject_id ? { subject_ids: await withRelated(deps, subject_id) } : {}),
      ...(action ? { action } : {}),
      from: from === undefined ? undefined : startOfClubDay(from, deps.time_zone),
      to: to === undefined ? undefined : endOfClubDay(to, deps.time_zone),
      cursor: cursor ?? null,
      limit: auditPageSize,
    })
    const names = new Map((await listNames(deps.db)).map(({ id, name }) => [id, name]))
    return { data: lines.map((line) => lineView(line, names)), next_cursor }
  })

  bindCall(binder, findAuditSubjectCall, async ({ body, staff }) => {
    if (!(await deps.limits.spend('customer-searches', staff.staff_id, deps.clock())))
      throw refuseRequest('request.rate-limited')
    const found = await findByDocument(deps.db, documentIndexOf(deps, body))
    const line = {
      actor: { kind: 'staff', id: staff.staff_id },
      action: 'audit.find-customer',
      subject: found ? { kind: 'customer', id: found.id } : null,
      sentence: found
        ? 'Procurou na trilha as linhas sobre um cliente.'
        : 'Procurou na trilha um documento sem cadastro.',
    } as const
    await inTransaction(deps.db, (tx) => deps.appendAuditLine(tx, line))
    return { data: { customer_id: found?.id ?? null } }
  })

  bindFile(binder, auditFile, async ({ params: { from, to }, staff }) => {
    const line = {
      actor: { kind: 'staff', id: staff.staff_id },
      action: 'audit.download',
      subject: null,
      sentence: `Baixou a trilha de ${formatDay(from)} a ${formatDay(to)}.`,
    } as const
    await inTransaction(deps.db, (tx) => deps.appendAuditLine(tx, line))
    const period = { from: startOfClubDay(from, deps.time_zone), to: endOfClubDay(to, deps.time_zone) }
    return Readable.from(fileLines(deps, period))
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

/** The subject, and if it is a customer also their receipts, participations and requests. */
const withRelated = async ({ db, listSubjects }: StaffDeps, id: string): Promise<string[]> => {
  // Other subjects, for instance a version of a document, are not customers.
  if (!z.uuid().safeParse(id).success) return [id]
  const subjects = await listSubjects(db, id)
  return [id, ...subjects.filter(({ since }) => since === null).map((subject) => subject.id)]
}

async function* fileLines(
  deps: StaffDeps,
  period: { from: Date | undefined; to: Date | undefined },
): AsyncGenerator<string> {
  const { actions, subjects } = deps.auditTitles
  const names = new Map((await listNames(deps.db)).map(({ id, name }) => [id, name]))
  // Brazilian spreadsheets separate columns by semicolons, and recognize UTF-8 by its byte order mark.
  yield '\uFEFFLinha;Data;Hora;Quem;Ação;O que aconteceu;Sobre\r\n'
  for await (const line of eachAuditLine(deps.db, period)) {
    const { position, at, action, subject, sentence } = line
    const time = [formatDate(at, deps.time_zone), formatTimeWithSeconds(at, deps.time_zone)]
    const about = subject ? `${subjects[subject.kind] ?? subject.kind} ${subject.id}` : ''
    const texts = [describeActor(line, names), actions[action] ?? action, sentence, about]
    yield `${[position, ...time, ...texts.map(csvText)].join(';')}\r\n`
  }
}

/** The staff member's name if known; otherwise the kind of actor, with the id. */
const describeActor = ({ actor }: AuditLine, names: ReadonlyMap<string, string>): string => {
  const title = auditActorTitles[actor.kind]
  return actor.kind === 'system' ? title : (names.get(actor.id) ?? `${title} ${actor.id}`)
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
