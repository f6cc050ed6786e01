import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import { Readable } from 'node:stream'
import {
  pointsStatementCall,
  pointsStatementFile,
  readPointsCall,
  type PointsInReview,
} from '@clube/contract/points/calls.ts'
import type { Db } from '../../db/database.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { bindFile } from '../../http/bind-file.ts'
import type { Clock } from '../../ports/clock.ts'
import { actorOf, type Actor } from '../sessions/index.ts'
import { eachStatementRow, readPoints, readStatement } from './read-points.ts'
import { statementHead, statementLine } from './statement-file.ts'

/** Dependencies of the customer's points calls. */
export type PointsDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly time_zone: TimeZone
  /** Points of receipts that staff have not decided on. */
  readonly readInReview: (db: Db, actor: Actor) => Promise<PointsInReview>
}

/** Binds the customer's points calls. */
export const bindPoints = (binder: Binder, deps: PointsDeps): void => {
  bindCall(binder, readPointsCall, async ({ session }) => ({
    data: {
      ...(await readPoints(deps.db, session.customer_id, deps.clock())),
      in_review: await deps.readInReview(deps.db, actorOf(session)),
    },
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
