import { readResultsCall } from '@clube/contract/campaigns/results-calls.ts'
import { expect, test } from 'vitest'
import { allDinners, useAwardDesk } from './desk/award-desk.testing.ts'
import { dataOf } from './scratch-club.testing.ts'

const club = useAwardDesk()
const dayMs = 24 * 3_600_000

const resultsOf = async (campaign_id: string) =>
  dataOf(await club.staff('ana', 'marketing').send(readResultsCall, { query: { campaign_id } }))

test('the results of a scratch-card campaign count pending, delivered, expired and cancelled prizes', async () => {
  const campaign = await club.sealedCampaign(allDinners)
  const [delivered, reversed] = [await club.winner(campaign), await club.winner(campaign)]
  await club.winner(campaign)
  await club.winner(campaign)
  dataOf(await club.deliver(delivered))
  dataOf(await club.reverse(reversed))
  // Prizes of today are not counted yet.
  const today = await resultsOf(campaign.id)
  expect(today.tables[0]?.rows).toEqual([{ title: 'Serviço', values: [240, 0, 240] }])
  expect(today.tables[1]?.rows).toEqual([{ title: 'Serviço', values: [0, 0, 0, 0] }])
  expect(today.interruption.end).toEqual([])
  club.clock.advance(dayMs)

  const deliveries = {
    title: 'Entrega dos prêmios, ganhos até ontem',
    columns: ['Tipo', 'Para retirar', 'Entregues', 'Prazo encerrado', 'Cancelados'],
  }
  const results = await resultsOf(campaign.id)
  expect(results.tables).toEqual([
    {
      title: 'Prêmios, ganhos até ontem',
      columns: ['Tipo', 'Quantidade', 'Ganhos', 'Restantes'],
      rows: [{ title: 'Serviço', values: [240, 4, 236] }],
    },
    { ...deliveries, rows: [{ title: 'Serviço', values: [2, 1, 0, 1] }] },
  ])
  expect(results.interruption.end).toContain(
    'Prêmios para retirar, ganhos até ontem: 2. Eles continuam valendo até o prazo.',
  )

  // The expiry counts before the maintenance job stores it.
  club.clock.advance(30 * dayMs)
  const afterDeadline = await resultsOf(campaign.id)
  expect(afterDeadline.tables[1]).toEqual({
    ...deliveries,
    rows: [{ title: 'Serviço', values: [0, 1, 2, 1] }],
  })
  expect(afterDeadline.interruption.end).toEqual([])
  club.clock.advance(-31 * dayMs)
})
