import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { beforeAll } from 'vitest'
import { transactionRefusals } from '@clube/contract/campaigns/refusals.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { defineCall } from '@clube/contract/kernel/call.ts'
import { inTransaction } from '../../db/database.ts'
import { bindCall } from '../../http/bind.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { actorOf } from '../sessions/index.ts'
import { noopPromotion, useCampaignsClub } from './campaigns-club.testing.ts'
import {
  executeOnce,
  readSettings,
  returnStock,
  settingsErrorsOf,
  consumeStock,
  type Promotion,
} from './index.ts'
import { promotionConformance } from './promotion-conformance.testing.ts'

/** A minimal promotion: toys from the campaign's stock. */
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
  session: 'participant',
})

const listToysCall = defineCall({
  method: 'GET',
  path: '/api/test/toys',
  summary: 'Brinquedos da pessoa.',
  data: z.array(z.object({ name: z.string() })),
  refusals: {},
  session: 'participant',
})

const toySettings = z.object({ minimum_toys: z.int(), maximum_toys: z.int() })

const toys: Promotion = {
  ...noopPromotion,
  settingsErrors: settingsErrorsOf(toySettings, ({ minimum_toys, maximum_toys }) =>
    minimum_toys > maximum_toys ? [{ path: 'maximum_toys', message: 'Informe o mínimo ou mais.' }] : [],
  ),
  reverse: async (tx, { transaction }) => {
    await sql`delete from toy where transaction_id = ${transaction.id}`.execute(tx)
    await returnStock(tx, transaction.campaign_id, 1)
    return true
  },
  releaseOnDeletion: async (tx, { customer_id, stage }) => {
    if (stage === 'requested') return
    const { rows } = await sql<{ transaction_id: string; campaign_id: string }>`
      delete from toy using promotion_transaction t where t.id = transaction_id and toy.customer_id = ${customer_id}
      returning transaction_id, campaign_id`.execute(tx)
    for (const { campaign_id } of rows) await returnStock(tx, campaign_id, 1)
  },
  readOwnData: async (customer_id) => ({ toys: await rowsOf(customer_id) }),
  messages: {
    'toy-ready': {
      topic: 'participations',
      texts: {
        subject: 'Seu brinquedo chegou',
        paragraphs: ['Retire o seu brinquedo no balcão.'],
        code: null,
        short: 'Seu brinquedo chegou. Retire no balcao.',
        warning: null,
      },
    },
  },
  dataAccesses: {
    'toys.list': {
      desk: 'Brinquedos',
      permission: 'gifts.deliver',
      what: 'Viu o nome que você deu ao brinquedo',
    },
  },
  erasePersonalData: async (tx, customer_id) => {
    await sql`update toy set name = '' where customer_id = ${customer_id}`.execute(tx)
  },
}

const club = useCampaignsClub({ partner_points: toys }, (binder, { deps }) => {
  bindCall(binder, takeToyCall, async ({ body: { transaction_id, name }, session }) => {
    const { response } = await inTransaction(deps.db, (tx) =>
      executeOnce({
        call: takeToyCall,
        tx,
        transaction_id,
        ...actorOf(session),
        kind: 'partner_points',
        now: deps.clock(),
        time_zone: defaultTimeZone,
        body: { name },
        work: async ({ campaign_id, customer_id }) => {
          if (name === '') throw refusalsOf(takeToyCall)('toys.nameless')
          const { minimum_toys } = await readSettings(tx, campaign_id, toySettings)
          const remaining = await consumeStock(tx, campaign_id, minimum_toys)
          if (remaining === null) throw refusalsOf(takeToyCall)('campaigns.exhausted')
          await sql`insert into toy values (${transaction_id}, ${customer_id}, ${name})`.execute(tx)
          return { remaining }
        },
      }),
    )
    return { data: response }
  })
  bindCall(binder, listToysCall, async ({ session }) => {
    const { customer_id, identified_session_id } = actorOf(session)
    const { rows } = await sql<{ name: string }>`
      select toy.name from toy join promotion_transaction t on t.id = toy.transaction_id
      where toy.customer_id = ${customer_id}
        and (${identified_session_id}::uuid is null or t.identified_session_id = ${identified_session_id}::uuid)`.execute(
      deps.db,
    )
    return { data: rows }
  })
})

beforeAll(() =>
  sql`create table toy (transaction_id uuid primary key, customer_id uuid, name text)`.execute(
    club.database.db,
  ),
)

const settings = { minimum_toys: 1, maximum_toys: 2 }
const campaign = (stock_total = 5) => club.campaign({ kind: 'partner_points', stock_total, settings })
const startParticipation = async (campaign_id: string) => {
  const person = await club.join()
  const body = { campaign_id, kind: 'partner_points' as const }
  const response = await person.browser.send(startTransactionCall, { body })
  if (!response.ok) throw new Error(response.message)
  const { transaction_id } = response.data
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
  visibleEffects: async (browser) => {
    const response = await browser.send(listToysCall)
    if (!response.ok) throw new Error(response.message)
    return response.data.length
  },
  storedData: async (customer_id) => JSON.stringify(await rowsOf(customer_id)),
  personalData: ['Benedita'],
  settings,
  invalidSettings: [
    { settings: {}, paths: ['minimum_toys', 'maximum_toys'] },
    { settings: { minimum_toys: 3, maximum_toys: 2 }, paths: ['maximum_toys'] },
  ],
  effectsAfterDeletion: { requested: 1, final: 0 },
  ownData: async ({ transaction_id }) => ({ toys: [{ transaction_id, name: 'Benedita' }] }),
  refusals: {
    'toys.nameless': async () => {
      const { id } = await campaign()
      const take = await startParticipation(id)
      return take('')
    },
    'campaigns.exhausted': async () => {
      const { id } = await campaign(1)
      const [first, second] = [await startParticipation(id), await startParticipation(id)]
      await first('Benedita')
      return second('Joaquim')
    },
  },
})
