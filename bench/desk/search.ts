/* Searching words among all messages, against reading a message by its primary key through the same layer. */
import { sql } from 'kysely'
import type { Db } from '../../server/src/db/database.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { insertMessage } from '../../server/src/modules/customer-service/service-message-store.ts'
import { findWords, searchMessages } from '../../server/src/modules/customer-service/ticket-search-store.ts'
import { describeRatios, durationOf, measurePaired, percentile, ratiosOf, runPaired } from '../measure.ts'
import { apartWords, frequentWords, generatedText, mediumWords, oldWords, pick, rareWords } from './words.ts'

const queriesPerRun = Number(process.env['QUERIES'] ?? 200)
const limit = 51
const keys = 2_000

/** Two different words. */
const pair = (words: readonly string[]): string => {
  const first = pick(words)
  return `${first} ${pick(words.filter((word) => word !== first))}`
}

/** Names and texts of searches; the last is slow, so it runs less often. */
const searches: readonly [name: string, text: () => string, queries: number][] = [
  ['a rare word', () => pick(rareWords), queriesPerRun],
  ['a frequent word', () => pick(frequentWords), queriesPerRun],
  ['a word frequent only long ago', () => pick(oldWords), queriesPerRun],
  ['a word in no message', () => 'zzzyk', queriesPerRun],
  ['two frequent words', () => pair(frequentWords), queriesPerRun],
  ['two words frequent only long ago', () => pair(oldWords), queriesPerRun],
  ['a rare and a frequent word', () => `${pick(rareWords)} ${pick(frequentWords)}`, queriesPerRun],
  ['two words of 1 % each', () => pair(mediumWords), queriesPerRun],
  ['three words of 1 % and more', () => `${pair(mediumWords)} ${pick(frequentWords)}`, queriesPerRun],
  ['two frequent words that never meet', () => apartWords.join(' '), Math.ceil(queriesPerRun / 20)],
]

export const measureSearch = async (db: Db, pairs: number): Promise<void> => {
  const { rows: messages } = await sql<{ id: string }>`
    select id from service_message tablesample system (1) limit ${keys}`.execute(db)
  const ids = messages.map(({ id }) => id)
  const search = async (text: string) => searchMessages(db, { words: await findWords(db, text), limit })
  for (const [, text] of searches) await compareWithScan(db, search, text())
  const read = async () => {
    const { rows } = await sql`
      select position, ticket_id, body, created_at from service_message where id = ${pick(ids)}`.execute(db)
    if (rows.length !== 1) throw new Error('A message was not found')
  }
  const times = (queries: number, query: () => Promise<unknown>) => async () => {
    const measured: number[] = []
    for (let count = 0; count < queries; count += 1) measured.push(await durationOf(query))
    return { p50: percentile(measured, 0.5), p99: percentile(measured, 0.99) }
  }
  for (const [name, text, queries] of searches) {
    const measured = await runPaired({
      ours: times(queries, () => search(text())),
      baseline: times(queriesPerRun, read),
      pairs,
    })
    for (const key of ['p50', 'p99'] as const) {
      const ratios = ratiosOf(
        measured.map(({ ours, baseline }) => ({ ours: ours[key], baseline: baseline[key] })),
      )
      console.log(
        `${describeRatios(`${name} / primary key, ${key}`, 'ms', ratios)} (target ${key === 'p50' ? 10 : 100})`,
      )
    }
  }
  await measureWrites(db, pairs)
  const { rows } = await sql<{ name: string; rows: number; bytes: number; index_bytes: number }>`
    select relname as name, reltuples::float8 as rows, pg_table_size(oid)::float8 as bytes, pg_indexes_size(oid)::float8 as index_bytes
    from pg_class where relname in ('service_message', 'service_message_word') order by 1`.execute(db)
  for (const { name, rows: count, bytes, index_bytes } of rows)
    console.log(
      `${name}: ${count} rows, ${(bytes / 1e6).toFixed(0)} MB, indexes ${(index_bytes / 1e6).toFixed(0)} MB`,
    )
}

/** @throws unless a search returns what a scan of all messages does */
const compareWithScan = async (
  db: Db,
  search: (text: string) => Promise<{ position: number }[]>,
  text: string,
): Promise<void> => {
  const { rows } = await sql<{ position: number }>`
    select position from service_message where words @@ plainto_tsquery('simple', ${text})
    order by position + 0 desc limit ${limit}`.execute(db)
  const positions = (hits: readonly { position: number }[]) => hits.map(({ position }) => position).join()
  if (positions(rows) !== positions(await search(text))) throw new Error(`Other messages were found: ${text}`)
}

/** Storing messages with and without the rows of their words; every transaction is rolled back. */
const measureWrites = async (db: Db, pairs: number): Promise<void> => {
  const messages = 100
  const { rows: tickets } = await sql<{ id: string }>`select id from service_ticket limit 1`.execute(db)
  const rollback = new Error('rollback')
  const insert = (hasWords: boolean) => async () => {
    let ms = 0
    await inTransaction(db, async (tx) => {
      if (!hasWords) await sql`alter table service_message disable trigger service_message_words`.execute(tx)
      ms = await durationOf(async () => {
        for (let number = 0; number < messages; number += 1)
          await insertMessage(tx, {
            ticket_id: tickets[0]?.id ?? '',
            number: 100_000 + number,
            author: 'customer',
            staff_id: null,
            visibility: 'public',
            body: generatedText(0),
            client_message_id: null,
            content_hash: null,
            created_at: new Date(),
          })
      })
      throw rollback
    }).catch((error: unknown) => {
      if (error !== rollback) throw error
    })
    return ms / messages
  }
  const ratios = await measurePaired({ ours: insert(true), baseline: insert(false), pairs })
  console.log(describeRatios('storing a message, with / without its words', 'ms', ratios))
}
