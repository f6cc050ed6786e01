import { describe, expect, test, type TestContext } from 'vitest'
import { startTestCarPark, startTestPartner } from '../../../counterparts/counterparts.testing.ts'
import { misbehaviors, type Misbehavior } from '../../../counterparts/misbehavior.ts'
import { CarParkUnavailable } from '../../ports/car-park.ts'
import { PartnerUnavailable } from '../../ports/partner-programme.ts'

/** Only the requests that never get a whole response take this long. */
const shortMs = 100
const normalMs = 60_000
const neverEnding: readonly Misbehavior[] = ['late', 'silent', 'drip']
const timeoutOf = (misbehavior: Misbehavior) => (neverEnding.includes(misbehavior) ? shortMs : normalMs)

/** The cause of a failed operation; null when it got a good response. */
const causeOf = async (operation: Promise<unknown>): Promise<string | null> => {
  try {
    const answer = await operation
    const { kind, cause } = { kind: '', cause: '', ...(answer as object) }
    return kind === 'unknown' ? cause : null
  } catch (error) {
    if (error instanceof PartnerUnavailable || error instanceof CarParkUnavailable) return error.message
    throw error
  }
}

const causes: Readonly<Record<Misbehavior, string | null>> = {
  slow: null,
  late: 'timeout',
  silent: 'timeout',
  closed: 'no-connection',
  'loses-answer': 'no-connection',
  'answers-twice': null,
  contradictory: 'contradiction',
  'other-amount': 'contradiction',
  'wrong-types': 'malformed',
  oversized: 'too-large',
  html: 'not-json',
  drip: 'timeout',
  redirect: 'redirect',
  'error-500': 'status-500',
  'too-many-requests': 'status-429',
}
/** Their response has no amount, or one that was not part of the request. */
const withoutAmount = ['link', 'findDebit', 'refund', 'findApplication', 'undo', 'listApplications']

const member = {
  member_number: '70001234',
  document_id: '52998224725',
  proof: '246810',
  balance: 10_000,
  is_authorized: true,
}
const waitOf = (misbehavior: Misbehavior) => (misbehavior === 'slow' ? { wait: () => Promise.resolve() } : {})

const startPartner = async (misbehavior: Misbehavior, { onTestFinished }: TestContext) => {
  const partner = await startTestPartner({ timeoutMs: normalMs, ...waitOf(misbehavior) })
  onTestFinished(partner.stop)
  partner.addMember(member)
  const { programme } = partner
  const { member_number } = member
  const quoted = await programme.quote({ member_number, points: 500 })
  if (quoted.kind !== 'quoted') throw new Error('The quote was refused')
  const debitOf = (key: string) => ({
    key,
    member_number,
    points: 500,
    quote_reference: quoted.quote.reference,
    valid_until: new Date(Date.now() + 300_000),
  })
  await programme.debit(debitOf('earlier'))
  const tested = partner.connect({ timeoutMs: timeoutOf(misbehavior) })
  return {
    partner,
    operations: {
      link: () => tested.link({ member_number, proof: member.proof, document_id: member.document_id }),
      quote: () => tested.quote({ member_number, points: 600 }),
      debit: () => tested.debit(debitOf('new')),
      findDebit: () => tested.findDebit('earlier'),
      refund: () => tested.refund('earlier'),
    },
  }
}

const ticket_number = '100000000001'
const startCarPark = async (misbehavior: Misbehavior, { onTestFinished }: TestContext) => {
  const local = await startTestCarPark({ timeoutMs: normalMs, ...waitOf(misbehavior) })
  onTestFinished(local.stop)
  const { carPark } = local
  const applicationOf = (key: string, number: string) => ({
    key,
    ticket_number: number,
    garage_id: 'G1',
    promotion_id: 'CLUBE',
    amount_cents: 5_00,
  })
  await carPark.apply(applicationOf('earlier', '100000000002'))
  const tested = local.connect({ timeoutMs: timeoutOf(misbehavior) })
  const hour = 3_600_000
  return {
    local,
    operations: {
      readTicket: () => tested.readTicket(ticket_number),
      apply: () => tested.apply(applicationOf('new', ticket_number)),
      findApplication: () => tested.findApplication('earlier'),
      undo: () => tested.undo('earlier'),
      listApplications: () =>
        tested.listApplications(new Date(Date.now() - hour), new Date(Date.now() + hour)),
    },
  }
}

const expectedCause = (misbehavior: Misbehavior, operation: string) =>
  misbehavior === 'other-amount' && withoutAmount.includes(operation) ? null : causes[misbehavior]

// Those that never get a whole response wait together.
describe.concurrent.each(misbehaviors)('a partner that is %s', (misbehavior) => {
  test.for(['link', 'quote', 'debit', 'findDebit', 'refund'] as const)(
    `%s has the declared answer to ${misbehavior}`,
    async (operation, context) => {
      const { partner, operations } = await startPartner(misbehavior, context)
      partner.misbehave(misbehavior, { requests: 'always' })
      expect(await causeOf(operations[operation]())).toBe(expectedCause(misbehavior, operation))
      expect(partner.requests()).not.toContain('elsewhere')
    },
  )
})

describe.concurrent.each(misbehaviors)('a car park that is %s', (misbehavior) => {
  test.for(['readTicket', 'apply', 'findApplication', 'undo', 'listApplications'] as const)(
    `%s has the declared answer to ${misbehavior}`,
    async (operation, context) => {
      const { local, operations } = await startCarPark(misbehavior, context)
      local.misbehave(misbehavior, { requests: 'always' })
      expect(await causeOf(operations[operation]())).toBe(expectedCause(misbehavior, operation))
      expect(local.requests()).not.toContain('elsewhere')
    },
  )
})
