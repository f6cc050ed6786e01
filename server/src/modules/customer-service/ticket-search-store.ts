import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    /** Maintained by a trigger of `service_message`. */
    service_message_word: { word: string; position: number }
  }
}

export type MessageHit = {
  readonly position: number
  readonly ticket_id: string
  readonly body: string
  readonly created_at: Date
}

/** A word with fewer messages than this is rare: each of them may be compared with the other words. */
const rareLimit = 200

/** A word of a search, as PostgreSQL stores it. */
type SearchedWord = {
  readonly word: string
  /** Its messages, counted from the newest to the limit. */
  readonly count: number
  readonly newest: number | null
  readonly oldest: number | null
}

/**
 * The words of a text from the rarest to the most frequent one, judged by the newest messages of each; empty for a text of stop
 * words only.
 */
export const findWords = async (db: Db, text: string): Promise<SearchedWord[]> => {
  const { rows } = await sql<SearchedWord>`
    with searched as materialized (select unnest(tsvector_to_array(service_words(${text}))) as word)
    select s.word, latest.count, latest.newest, oldest.position as oldest
    from searched as s, lateral (
      select count(*)::int as count, max(position) as newest, min(position) as reached
      from (select position from service_message_word where word = s.word order by position desc
        limit (select case count(*) when 1 then 1 else ${rareLimit}::int end from searched)) as newest_messages
    ) as latest left join lateral (
      select position from service_message_word where word = s.word order by position limit 1
    ) as oldest on true
    order by latest.count, latest.reached, s.word`.execute(db)
  return rows
}

/**
 * The newest messages with all words. The messages of a word are read from the index in their order. Of several words the rarest
 * decides which messages are read: each of its messages if it is rare, otherwise those that the two rarest have in common.
 */
export const searchMessages = async (
  db: Db,
  { words, limit }: { words: readonly SearchedWord[]; limit: number },
): Promise<MessageHit[]> => {
  const [first, second, ...others] = words
  const newest = Math.min(...words.map((word) => word.newest ?? -Infinity))
  const oldest = Math.max(...words.map((word) => word.oldest ?? Infinity))
  if (!first || newest < oldest) return []
  const common = sql`position between ${oldest} and ${newest}`
  const positions = !second
    ? sql`select position from service_message_word where word = ${first.word}`
    : first.count < rareLimit
      ? sql`select position from service_message_word as found
          where word = ${first.word} and ${common} and ${haveAll([second, ...others])}`
      : sql`select position from service_messages_with(${first.word}, ${second.word},
          ${others.map(({ word }) => word)}::text[], ${oldest}::bigint, ${newest}::bigint, ${limit}::integer) as found(position)`
  const { rows } = await sql<MessageHit>`
    select m.position, m.ticket_id, m.body, m.created_at
    from (${positions} order by position desc limit ${limit}) as newest
    join service_message as m using (position)
    order by m.position desc`.execute(db)
  return rows
}

/** Whether the message of `found` has all words. They are counted, since PostgreSQL might read the whole table for `exists`. */
const haveAll = (words: readonly SearchedWord[]): RawBuilder<boolean> => sql<boolean>`(
  select count(*) from service_message_word as w
  where w.word = any(${words.map(({ word }) => word)}::text[]) and w.position = found.position) = ${words.length}`
