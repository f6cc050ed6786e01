import { findAwardsCall } from '@clube/contract/scratch-card/award-desk-calls.ts'
import { afterEach, expect, test } from 'vitest'
import { documentLabel } from '../../identity/index.ts'
import { createLimits } from '../../limits/index.ts'
import { dataOf } from '../scratch-club.testing.ts'
import { allDinners, useAwardDesk } from './award-desk.testing.ts'

const club = useAwardDesk()
const dayMs = 24 * 3_600_000
const start = '2026-12-10T15:00:00Z'
afterEach(() => club.clock.set(start))

const documentOf = async (customer_id: string): Promise<string> => {
  const { document_sealed } = await club.database.db
    .selectFrom('customer')
    .select('document_sealed')
    .where('id', '=', customer_id)
    .executeTakeFirstOrThrow()
  return club.vault.open(documentLabel, document_sealed)
}
const find = (document_id: string, staff = club.desk()) =>
  staff.send(findAwardsCall, { body: { document_id } })
const foundBy = async (customer_id: string) =>
  dataOf(await find(await documentOf(customer_id))).awards?.map(({ award_id }) => award_id)

test('a search by document, formatted or not, returns a prize as its code does, and each search is audited', async () => {
  const { customer_id, award } = await club.winner(await club.sealedCampaign(allDinners))
  const document = await documentOf(customer_id)
  const read = dataOf(await club.read(award.qr_code ?? ''))
  for (const text of [document, document.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4')])
    expect(dataOf(await find(text))).toEqual({ awards: [read] })
  const line = {
    actor_id: 'duda',
    subject_id: customer_id,
    sentence: 'Procurou os prêmios de raspadinha de um cadastro pelo documento.',
  }
  expect(await club.linesOf('find-awards')).toEqual([line, line])
  expect(JSON.stringify(await club.linesOf('find-awards'))).not.toContain(document)
})

test('prizes of every campaign are found, nearest deadline first, but not delivered or expired ones', async () => {
  const [soon, late] = [
    await club.sealedCampaign(allDinners),
    await club.sealedCampaign({
      prizes: allDinners.prizes.map((prize) => ({ ...prize, pickup_days: 60 })),
    }),
  ]
  const person = await club.winner(late)
  const other = await club.winner(soon, person)
  const delivered = await club.winner(soon, person)
  dataOf(await club.deliver(delivered))
  expect(await foundBy(person.customer_id)).toEqual([other.award.award_id, person.award.award_id])
  club.clock.advance(31 * dayMs)
  expect(await foundBy(person.customer_id)).toEqual([person.award.award_id])
  club.clock.advance(31 * dayMs)
  expect(await foundBy(person.customer_id)).toEqual([])
})

test('a search for an unknown document is audited without a subject, and an invalid document is refused', async () => {
  expect(dataOf(await find('529.982.247-25'))).toEqual({ awards: null })
  expect((await club.linesOf('find-awards')).at(-1)).toMatchObject({
    subject_id: null,
    sentence: 'Procurou os prêmios de raspadinha de um documento que não tem cadastro.',
  })
  expect(await find('111.111.111-11')).toMatchObject({
    status: 422,
    errors: [{ path: 'document_id', message: 'CPF inválido!' }],
  })
})

test('a staff member who has exhausted the limit on customer searches cannot search for prizes', async () => {
  const { customer_id } = await club.winner(await club.sealedCampaign(allDinners))
  const document = await documentOf(customer_id)
  const limits = createLimits(club.database.db)
  while (await limits.spend('customer-searches', 'rosa', club.clock.now()));
  expect(await find(document, club.staff('rosa', 'attendant'))).toMatchObject({ status: 429 })
  dataOf(await find(document))
})
