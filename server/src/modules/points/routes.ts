import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import { Readable } from 'node:stream'
import { pointsStatementCall, pointsStatementFile, readPointsCall } from '@clube/contract/points/calls.ts'
import type { Db } from '../../db/database.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { bindFile } from '../../http/bind-file.ts'
import type { Clock } from '../../ports/clock.ts'
import { eachStatementRow, readPoints, readStatement } from './read-points.ts'
import { statementHead, statementLine } from './statement-file.ts'

/** Binds the customer's points calls. */
export const bindPoints = (binder: Binder, deps: { db: Db; clock: Clock; time_zone: TimeZone }): void => {
  bindCall(binder, readPointsCall, async ({ session }) => ({
    data: await readPoints(deps.db, session.customer_id, deps.clock()),
  }))

  bindCall(binder, pointsStatementCall, async ({ query, session }) => {
    const cursor = query.cursor === undefined ? null : Number(query.cursor)
    const { page, next_cursor } = await readStatement(deps.db, { customer_id: session.customer_id, cursor })
    return { data: page, next_cursor }
  })

  bindFile(binder, pointsStatementFile, async ({ session }) =>
    Readable.from(linesOf(deps, session.customer_id)),
  )
}

async function* linesOf(
  { db, time_zone }: { db: Db; time_zone: TimeZone },
  customer_id: string,
): AsyncGenerator<string> {
  yield statementHead
  for await (const row of eachStatementRow(db, customer_id)) yield statementLine(row, time_zone)
}
