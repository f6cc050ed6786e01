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
const rareLimit = 500

/** Lexemes of a text as PostgreSQL searches them; empty for a text of stop words only. */
export const findLexemes = async (db: Db, text: string): Promise<string[]> => {
  const { rows } = await sql<{ lexemes: string[] }>`
    select tsvector_to_array(service_words(${text})) as lexemes`.execute(db)
  return rows[0]?.lexemes ?? []
}

/**
 * The newest messages with all of the given lexemes. The messages of a word are read from the index in their order. Of several
 * words the rarest decides which messages are read: each of its messages if it is rare, otherwise those that the two rarest
 * have in common.
 */
export const searchMessages = async (
  db: Db,
  { lexemes, limit }: { lexemes: readonly string[]; limit: number },
): Promise<MessageHit[]> => {
  const [only] = lexemes
  if (only === undefined) return []
  if (lexemes.length === 1)
    return readMessages(db, sql`select position from service_message_word where word = ${only}`, limit)
  const words = await measureWords(db, lexemes)
  const [first, second, ...others] = words
  const newest = Math.min(...words.map((word) => word.newest ?? -Infinity))
  const oldest = Math.max(...words.map((word) => word.oldest ?? Infinity))
  if (!first || !second || newest < oldest) return []
  const common = { newest, oldest }
  return first.count < rareLimit
    ? readMessages(db, messagesOfRare(first.word, [second, ...others], common), limit)
    : readMessages(db, messagesOfBoth([first.word, second.word], others, common), limit)
}

type Word = {
  readonly word: string
  /** Its messages, counted from the newest to the limit. */
  readonly count: number
  readonly newest: number | null
  readonly oldest: number | null
}
type Range = { readonly newest: number; readonly oldest: number }

/** The words from the rarest to the most frequent one, judged by the newest messages of each. */
const measureWords = async (db: Db, lexemes: readonly string[]): Promise<Word[]> => {
  const { rows } = await sql<Word>`
    select w.word, latest.count, latest.newest, oldest.position as oldest
    from unnest(${lexemes}::text[]) as w(word), lateral (
      select count(*)::int as count, max(position) as newest, min(position) as reached
      from (select position from service_message_word where word = w.word order by position desc limit ${rareLimit}) as p
    ) as latest left join lateral (
      select position from service_message_word where word = w.word order by position limit 1
    ) as oldest on true
    order by latest.count, latest.reached, w.word`.execute(db)
  return rows
}

const messagesOfRare = (word: string, others: readonly Word[], { newest, oldest }: Range) => sql`
  select position from service_message_word as found
  where word = ${word} and position between ${oldest} and ${newest} and ${haveAll(others)}`

/** Both lists are merged in their order until the limit is reached. */
const messagesOfBoth = (
  [first, second]: readonly [string, string],
  others: readonly Word[],
  { newest, oldest }: Range,
) => sql`
  select position from (
    select position from (
      (select position from service_message_word where word = ${first} and position between ${oldest} and ${newest}
        order by position desc)
      union all
      (select position from service_message_word where word = ${second} and position between ${oldest} and ${newest}
        order by position desc)
    ) as merged group by position having count(*) = 2
  ) as found where ${haveAll(others)}`

/** Whether the message of `found` has all words. They are counted, since PostgreSQL might read the whole table for `exists`. */
const haveAll = (words: readonly Word[]): RawBuilder<boolean> => sql<boolean>`(
  select count(*) from service_message_word as w
  where w.word = any(${words.map(({ word }) => word)}::text[]) and w.position = found.position) = ${words.length}`

const readMessages = async (db: Db, positions: RawBuilder<unknown>, limit: number): Promise<MessageHit[]> => {
  const { rows } = await sql<MessageHit>`
    select m.position, m.ticket_id, m.body, m.created_at
    from (${positions} order by position desc limit ${limit}) as newest
    join service_message as m using (position)
    order by m.position desc`.execute(db)
  return rows
}
