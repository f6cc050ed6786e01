import {
  randomCharacters,
  scratchAlphabet,
  withCheckCharacter,
} from '@clube/contract/scratch-card/scratch-code.ts'
import { systemRandom } from '../../server/src/adapters/random/system-random.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { isRefusal } from '../../server/src/kernel/refusal.ts'
import {
  createEvent,
  createParticipants,
} from '../../server/src/modules/event-tickets/event-fixtures.testing.ts'
import { createDrawCard } from '../../server/src/modules/scratch-card/draw-card.ts'
import { withParticipations } from '../rush/participations.ts'
import { addCards, createCampaign, createDeck, drawDepsOf } from './scratch-deck.ts'

const hourMs = 3_600_000
const hours = 24
/** IPs of the simulated attacker, in different networks. */
const measuredIps = 2
const attackerIps = 10_000
/** The largest deck, all of whose cards win and have an unused code: the best case for the attacker. */
const validCodes = 100_000

/** How many wrong codes are compared in a day, with as many people as the attacker wants and without a device cookie. */
export async function measureGuesses(url: string): Promise<void> {
  await migrate(url)
  const { db, close } = openDatabase(url, { poolSize: 2, statementTimeoutMs: 0 })
  try {
    const event = await createEvent(db, { capacity: 1, now: new Date() })
    // Nine wrong codes do not lock a person.
    const people = measuredIps * hours * 10
    const customers = await createParticipants(db, { ...event, people, now: new Date() })
    const campaign = await createCampaign(db)
    const deck_id = await createDeck(db, campaign.id, 10)
    await addCards(db, { campaign_id: campaign.id, deck_id, first: 1, count: 10, winning: 0 })
    const participants = await withParticipations(db, customers, campaign.id, 'scratch_card')
    let now = new Date()
    const draw = createDrawCard(drawDepsOf(db, () => now))
    let compared = 0
    let refused = 0
    let person = 0
    const start = Math.floor(now.getTime() / hourMs) * hourMs
    await db
      .updateTable('promotion_transaction')
      .set({ expires_at: new Date(start + 30 * hourMs) })
      .execute()
    for (let hour = 0; hour < hours; hour += 1) {
      now = new Date(start + hour * hourMs)
      for (let ip = 0; ip < measuredIps; ip += 1)
        for (let n = 0; n < 10; n += 1) {
          const { customer_id = '', transaction_id = '' } = participants[person] ?? {}
          person += 1
          for (let guess = 0; guess < 9; guess += 1) {
            const outcome = await draw({
              customer_id,
              identified_session_id: null,
              transaction_id,
              cd_identificador: campaign.cd_identificador,
              alphanumero: wrongCode(),
              source: { ip: `203.${ip}.113.9`, device_id: null },
            }).catch((error: unknown) => {
              if (isRefusal(error)) return error.code
              throw error
            })
            if (outcome === 'scratch-card.invalid-code') compared += 1
            else if (outcome === 'scratch-card.too-many-attempts') refused += 1
            else throw new Error(`A guess was answered with ${JSON.stringify(outcome)}`)
          }
        }
    }
    report(compared / measuredIps, refused / measuredIps)
  } finally {
    await close()
  }
}

/** A code with its check character, which an attacker can compute. */
const wrongCode = (): string =>
  withCheckCharacter(
    Array.from(
      { length: randomCharacters },
      () => scratchAlphabet[systemRandom.below(scratchAlphabet.length)] ?? '',
    ).join(''),
  )

const report = (comparedPerIp: number, refusedPerIp: number): void => {
  const perDay = comparedPerIp * attackerIps
  const codes = scratchAlphabet.length ** randomCharacters
  const prizesPerYear = (perDay * 365 * validCodes) / codes
  console.log(`compared per IP and day: ${comparedPerIp}; refused without comparing: ${refusedPerIp}`)
  console.log(`${attackerIps} IPs: ${perDay.toExponential(2)} guesses a day`)
  console.log(
    `expected prizes a year, of ${validCodes} winning codes among ${codes.toExponential(2)}: ${prizesPerYear.toExponential(2)} (target < 0.001)`,
  )
}
