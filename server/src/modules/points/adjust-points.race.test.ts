import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { adjustPointsCall } from '@clube/contract/points/adjustment-calls.ts'
import { pointsStatementCall, readPointsCall } from '@clube/contract/points/calls.ts'
import { useTwoServers, type SignedIn } from '../../testing/two-servers.ts'
import { proveLedger } from './index.ts'

const servers = useTwoServers()

const adjust = (
  staff: SignedIn,
  turn: number,
  person: SignedIn,
  points: number,
  adjustment_id: string = randomUUID(),
) =>
  staff.at(turn).send(adjustPointsCall, {
    body: {
      adjustment_id,
      customer_id: person.id,
      points,
      reason: 'missing_points',
      note: 'Corrida entre dois servidores.',
    },
  })
const read = async (person: SignedIn) => {
  const reply = await person.at(1).send(readPointsCall)
  if (!reply.ok) throw new Error(reply.message)
  return { balance: reply.data.balance, debt: reply.data.debt }
}
const many = <Result>(times: number, work: (turn: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: times }, (_, turn) => work(turn)))
const codesOf = (replies: readonly { ok: boolean }[]) =>
  replies.flatMap((reply) => ('code' in reply && !reply.ok ? [reply.code] : []))

describe('two servers', () => {
  test('points taken by 50 at once: exactly what there is', async () => {
    const person = await servers.customer()
    const staff = await servers.staff('approver')
    await adjust(staff, 0, person, 300)
    const replies = await many(50, (turn) => adjust(staff, turn, person, -10))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(30)
    expect(codesOf(replies)).toEqual(Array(20).fill('points.adjustment-exceeds'))
    expect(await read(person)).toEqual({ balance: 0, debt: 0 })
  })

  test('the same adjustment 20 times at once counts once, and all hear the same', async () => {
    const person = await servers.customer()
    const staff = await servers.staff('approver')
    const id = randomUUID()
    const replies = await many(20, (turn) => adjust(staff, turn, person, 70, id))
    expect(replies.map((reply) => reply.ok && reply.data.balance)).toEqual(Array(20).fill(70))
    const statement = await person.at(0).send(pointsStatementCall)
    expect(statement.ok && statement.data).toHaveLength(1)
  })

  test('one id by 20 people of the staff for 20 customers at once is one adjustment', async () => {
    const people = await many(20, () => servers.customer())
    const staff = await many(20, () => servers.staff('approver'))
    const id = randomUUID()
    const replies = await many(20, (turn) => adjust(staff[turn]!, turn, people[turn]!, 5, id))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    expect(codesOf(replies)).toEqual(Array(19).fill('points.adjustment-reused'))
  })

  test("the staff's limit of a day holds however many come at once", async () => {
    const people = await many(10, () => servers.customer())
    const staff = await servers.staff('approver')
    const replies = await many(10, (turn) => adjust(staff, turn, people[turn]!, 5000))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(4)
    expect(codesOf(replies)).toEqual(Array(6).fill('points.adjustment-limit'))
  })

  test('given and taken at once, every sum of the ledger is right', async () => {
    const person = await servers.customer()
    const staff = await servers.staff('approver')
    const replies = await many(40, (turn) => adjust(staff, turn, person, turn % 2 === 0 ? 30 : -30))
    const sum = replies.reduce((all, { ok }, turn) => all + (ok ? (turn % 2 === 0 ? 30 : -30) : 0), 0)
    expect(await read(person)).toEqual({ balance: sum, debt: 0 })
    expect(await proveLedger(servers.database.db)).toEqual([])
  })
})
