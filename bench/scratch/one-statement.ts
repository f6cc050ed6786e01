/*
 * The route that draws a card with one statement per request: it takes the next free card, which another request may skip,
 * without checks of code, person or participation, without encryption and without a chain.
 */
import { drawScratchCardCall } from '@clube/contract/scratch-card/calls.ts'
import pg from 'pg'
import { serveDraws } from './serve-draws.ts'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })

await serveDraws(drawScratchCardCall, async ({ deck_id, transaction_id, code }) => {
  const { rows } = await pool.query<{ position: number }>({
    name: 'draw',
    text: `update naive_card set code_index = sha256($3::bytea), customer_id = $2
      where (deck_id, position) = (select deck_id, position from naive_card
        where deck_id = $1 and customer_id is null order by position limit 1 for update skip locked)
      returning position`,
    values: [deck_id, transaction_id, code],
  })
  return rows[0]?.position ?? 0
})
