import { Readable } from 'node:stream'
import { pointsCsvPath, pointsStatementCall, readPointsCall } from '@clube/contract/points/calls.ts'
import type { Db } from '../../db/database.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { Cookies } from '../../http/context.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import { eachStatementRow, readPoints, readStatement } from './read-points.ts'
import { statementHead, statementLine } from './statement-file.ts'

/** Serves the person's own points. */
export const bindPoints = (binder: Binder, deps: { db: Db; clock: Clock }): void => {
  bindCall(binder, readPointsCall, async ({ session }) => ({
    data: await readPoints(deps.db, session.customer_id, deps.clock()),
  }))

  bindCall(binder, pointsStatementCall, async ({ query, session }) => {
    const cursor = query.cursor === undefined ? null : Number(query.cursor)
    const { page, next_cursor } = await readStatement(deps.db, { customer_id: session.customer_id, cursor })
    return { data: page, next_cursor }
  })

  bindStatementFile(binder, deps)
}

/** A file and not an envelope, so that a plain link downloads it. */
const bindStatementFile = (binder: Binder, deps: { db: Db }): void => {
  binder.app.get(pointsCsvPath, { schema: { hide: true } }, async (request, reply) => {
    const token = new Cookies(request, reply, binder.secureCookies).sessionToken
    const session = token === null ? null : await binder.guards.findSession(token)
    if (session?.level !== 'customer') throw new Refusal('session.required')
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="extrato-de-pontos.csv"')
      .send(Readable.from(linesOf(deps.db, session.customer_id)))
  })
}

async function* linesOf(db: Db, customer_id: string): AsyncGenerator<string> {
  yield statementHead
  for await (const row of eachStatementRow(db, customer_id)) yield statementLine(row)
}
