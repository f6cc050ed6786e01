import { sql } from 'kysely'
import * as z from 'zod/mini'
import { beforeAll } from 'vitest'
import { transactionRefusals } from '@clube/contract/campaigns/refusals.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { defineCall } from '@clube/contract/kernel/call.ts'
import { inTransaction } from '../../db/database.ts'
import { bindCall } from '../../http/bind.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { useCampaignsClub } from './campaigns-club.testing.ts'
import { executeOnce, takeStock, returnStock, type Promotion } from './index.ts'
import { promotionConformance } from './promotion-conformance.testing.ts'

/** The smallest promotion there can be: a toy of which the campaign has so many, handed over by name. */
const takeToyCall = defineCall({
  method: 'POST',
  path: '/api/test/toys/take',
  summary: 'Ganha um brinquedo.',
  body: z.object({ transaction_id: z.uuid(), name: z.string() }),
  data: z.object({ remaining: z.int() }),
  refusals: {
    ...transactionRefusals,
    'toys.nameless': { status: 422, message: 'Diga o nome da criança.', path: 'name' },
  },
  session: 'customer',
})

const toys: Promotion = {
  settingsFaults: () => [],
  reverse: async (tx, { transaction }) => {
    await sql`delete from toy where transaction_id = ${transaction.id}`.execute(tx)
    await returnStock(tx, transaction.campaign_id, 1)
  },
  erasePersonalData: async (tx, customer_id) => {
    await sql`update toy set name = '' where customer_id = ${customer_id}`.execute(tx)
  },
}

const club = useCampaignsClub({ partner_points: toys }, (binder, { deps }) => {
  bindCall(binder, takeToyCall, async ({ body: { transaction_id, name }, session: { customer_id } }) => {
    const { answer } = await inTransaction(deps.db, (tx) =>
      executeOnce({
        tx,
        transaction_id,
        customer_id,
        kind: 'partner_points',
        now: deps.clock(),
        body: { name },
        work: async ({ campaign_id }) => {
          if (name === '') throw new Refusal('toys.nameless')
          const remaining = await takeStock(tx, campaign_id, 1)
          if (remaining === null) throw new Refusal('campaigns.exhausted')
          await sql`insert into toy values (${transaction_id}, ${customer_id}, ${name})`.execute(tx)
          return { remaining }
        },
      }),
    )
    return { data: answer }
  })
})

beforeAll(() =>
  sql`create table toy (transaction_id uuid primary key, customer_id uuid, name text)`.execute(
    club.database.db,
  ),
)

const campaign = (stock_total = 5) => club.campaign({ kind: 'partner_points', stock_total })
const started = async (campaign_id: string) => {
  const person = await club.join()
  const body = { campaign_id, kind: 'partner_points' as const }
  const reply = await person.browser.send(startTransactionCall, { body })
  if (!reply.ok) throw new Error(reply.message)
  const { transaction_id } = reply.data
  return (name: string) => person.browser.send(takeToyCall, { body: { transaction_id, name } })
}
const rowsOf = async (customer_id: string) =>
  (await sql`select * from toy where customer_id = ${customer_id}`.execute(club.database.db)).rows

promotionConformance({
  kind: 'partner_points',
  club,
  call: takeToyCall,
  campaign: () => campaign(),
  request: async ({ transaction_id }) => ({ body: { transaction_id, name: 'Benedita' } }),
  otherRequest: async ({ transaction_id }) => ({ body: { transaction_id, name: 'Joaquim' } }),
  effects: async (customer_id) => (await rowsOf(customer_id)).length,
  traces: async (customer_id) => JSON.stringify(await rowsOf(customer_id)),
  personalData: ['Benedita'],
  refusals: {
    'toys.nameless': async () => {
      const { id } = await campaign()
      const take = await started(id)
      return take('')
    },
    'campaigns.exhausted': async () => {
      const { id } = await campaign(1)
      const [first, second] = [await started(id), await started(id)]
      await first('Benedita')
      return second('Joaquim')
    },
  },
})
