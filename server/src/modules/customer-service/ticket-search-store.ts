import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

export type MessageHit = {
  readonly position: number
  readonly ticket_id: string
  readonly body: string
  readonly created_at: Date
}

/** Messages that are read from the newest one back, first and, if the words are not rare, again. */
const firstScan = 600
const secondScan = 10_000
/** With this many hits in the first scan, about one message in a hundred has the words. */
const frequentHits = 6

/** Lexemes of a text as PostgreSQL searches them; empty for a text of stop words only. */
export const findLexemes = async (db: Db, text: string): Promise<string[]> => {
  const { rows } = await sql<{ lexemes: string[] }>`
    select tsvector_to_array(service_words(${text})) as lexemes`.execute(db)
  return rows[0]?.lexemes ?? []
}

/**
 * The newest messages with all words of a text. Frequent words are found by reading back from the newest message, rare ones by
 * the index of words, whose matches would have to be sorted.
 */
export const searchMessages = async (
  tx: Tx,
  { text, limit }: { text: string; limit: number },
): Promise<MessageHit[]> => {
  const first = await scanNewest(tx, { text, limit, scanned: firstScan })
  if (first.length >= limit) return first
  if (first.length >= frequentHits) {
    const second = await scanNewest(tx, { text, limit, scanned: secondScan })
    if (second.length >= limit) return second
  }
  const { rows } = await sql<MessageHit>`
    with hits as materialized (
      select position, id from service_message where words @@ service_query(${text})
    ), newest as materialized (
      select position, id from hits order by position desc limit ${limit}
    )
    select newest.position, m.ticket_id, m.body, m.created_at from newest join service_message m using (id)
    order by newest.position desc`.execute(tx)
  return rows
}

const scanNewest = async (
  tx: Tx,
  { text, limit, scanned }: { text: string; limit: number; scanned: number },
): Promise<MessageHit[]> => {
  const { rows } = await sql<MessageHit>`
    select position, ticket_id, body, created_at from (
      select position, ticket_id, body, created_at, words from service_message
      order by position desc limit ${scanned}) newest
    where words @@ service_query(${text}) order by position desc limit ${limit}`.execute(tx)
  return rows
}
