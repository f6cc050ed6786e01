import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { adjustPointsCall } from '@clube/contract/points/adjustment-calls.ts'
import { pointsStatementCall, readPointsCall } from '@clube/contract/points/calls.ts'
import { useTwoServers, type SignedIn } from '../../testing/two-servers.ts'
import { proveLedger } from './index.ts'

const servers = useTwoServers()

const adjust = (
  staff: SignedIn,
  index: number,
  person: SignedIn,
  points: number,
  adjustment_id: string = randomUUID(),
) =>
  staff.at(index).send(adjustPointsCall, {
    body: {
      adjustment_id,
      customer_id: person.id,
      points,
      reason: points > 0 ? 'missing_points' : 'given_twice',
      note: 'Corrida entre dois servidores.',
    },
  })
const read = async (person: SignedIn) => {
  const response = await person.at(1).send(readPointsCall)
  if (!response.ok) throw new Error(response.message)
  return { balance: response.data.balance, debt: response.data.debt }
}
const concurrently = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const codesOf = (responses: readonly { ok: boolean }[]) =>
  responses.flatMap((response) => ('code' in response && !response.ok ? [response.code] : []))

describe('two servers', () => {
  test('50 concurrent removals of points take exactly the balance', async () => {
    const person = await servers.customer()
    const staff = await servers.staff('approver')
    await adjust(staff, 0, person, 300)
    const responses = await concurrently(50, (index) => adjust(staff, index, person, -10))
    expect(responses.filter(({ ok }) => ok)).toHaveLength(30)
    expect(codesOf(responses)).toEqual(Array(20).fill('points.adjustment-too-large'))
    expect(await read(person)).toEqual({ balance: 0, debt: 0 })
  })

  test('an adjustment sent 20 times concurrently is applied once, and all calls get the same response', async () => {
    const person = await servers.customer()
    const staff = await servers.staff('approver')
    const id = randomUUID()
    const responses = await concurrently(20, (index) => adjust(staff, index, person, 70, id))
    expect(responses.map((response) => response.ok && response.data.balance)).toEqual(Array(20).fill(70))
    const statement = await person.at(0).send(pointsStatementCall)
    expect(statement.ok && statement.data).toHaveLength(1)
  })

  test('an adjustment id used concurrently by 20 staff members for 20 customers creates one adjustment', async () => {
    const people = await concurrently(20, () => servers.customer())
    const staff = await concurrently(20, () => servers.staff('approver'))
    const id = randomUUID()
    const responses = await concurrently(20, (index) => adjust(staff[index]!, index, people[index]!, 5, id))
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
    expect(codesOf(responses)).toEqual(Array(19).fill('points.adjustment-reused'))
  })

  test('the daily adjustment limit of a staff member is respected under concurrency', async () => {
    const people = await concurrently(10, () => servers.customer())
    const staff = await servers.staff('approver')
    const responses = await concurrently(10, (index) => adjust(staff, index, people[index]!, 5000))
    expect(responses.filter(({ ok }) => ok)).toHaveLength(4)
    expect(codesOf(responses)).toEqual(Array(6).fill('points.adjustment-limit'))
  })

  test('concurrent additions and removals keep every sum of the points ledger correct', async () => {
    const person = await servers.customer()
    const staff = await servers.staff('approver')
    const responses = await concurrently(40, (index) =>
      adjust(staff, index, person, index % 2 === 0 ? 30 : -30),
    )
    const sum = responses.reduce((all, { ok }, index) => all + (ok ? (index % 2 === 0 ? 30 : -30) : 0), 0)
    expect(await read(person)).toEqual({ balance: sum, debt: 0 })
    expect(await proveLedger(servers.database.db)).toEqual([])
  })
})
