import { beforeEach, describe, expect, test } from 'vitest'
import { withCheckCharacter } from '@clube/contract/scratch-card/scratch-code.ts'
import { findDeck } from './deck-store.ts'
import { dataOf, useScratchClub } from './scratch-club.testing.ts'

const club = useScratchClub()
type Person = Awaited<ReturnType<typeof club.join>>

let number = 0
/** A code that does not exist, with its check character. */
const wrongCode = (): string => {
  number += 1
  return withCheckCharacter(String(number).padStart(15, '2').replaceAll(/[01]/g, '9').padEnd(15, 'Z'))
}

const guess = async (person: Person, campaign: Parameters<typeof club.play>[1], times: number) => {
  const responses = []
  for (let n = 0; n < times; n += 1) responses.push(await club.play(person, campaign, wrongCode()))
  return responses
}

const minuteMs = 60_000

// All tests share one IP; its limit resets every hour.
beforeEach(() => club.clock.advance(60 * minuteMs))

describe('guessing scratch codes', () => {
  test('the tenth wrong code locks the person, even for a valid code, and each further one for longer', async () => {
    const campaign = await club.sealedCampaign()
    const person = await club.join()
    const [code = ''] = await club.codes(campaign.id, 1)
    for (const response of await guess(person, campaign, 10))
      expect(response).toMatchObject({ code: 'scratch-card.invalid-code' })
    expect(await club.play(person, campaign, code)).toMatchObject({
      status: 429,
      code: 'scratch-card.too-many-attempts',
      message: 'Muitas tentativas. Tente de novo em 1 minuto.',
    })
    // Attempts while locked neither count nor extend the lock.
    await guess(person, campaign, 5)
    club.clock.advance(minuteMs)
    for (const [wrong, minutes] of [
      [11, 1],
      [12, 2],
      [13, 4],
      [14, 8],
    ] as const) {
      expect(await club.play(person, campaign, wrongCode()), `attempt ${wrong}`).toMatchObject({
        code: 'scratch-card.invalid-code',
      })
      expect(await club.play(person, campaign, code)).toMatchObject({
        message: `Muitas tentativas. Tente de novo em ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`,
      })
      club.clock.advance(minutes * minuteMs)
    }
    expect((await findDeck(club.database.db, campaign.id))?.drawn).toBe(0)
    dataOf(await club.play(person, campaign, code))
    expect(new Set(club.guessers).size).toBe(1)
  })

  test('a lock after wrong codes does not affect another person on another device', async () => {
    const campaign = await club.sealedCampaign()
    const [person, other] = [await club.join(), await club.join()]
    const [code = ''] = await club.codes(campaign.id, 1)
    await guess(person, campaign, 11)
    dataOf(await club.play(other, campaign, code))
  })

  test('wrong codes of several people on one device lock the device', async () => {
    const campaign = await club.sealedCampaign()
    const [code = ''] = await club.codes(campaign.id, 1)
    const people = [await club.join(), await club.join(), await club.join()]
    for (const { browser } of people) browser.cookies.set('device', 'the same browser')
    const [first, second, third] = people
    if (!first || !second || !third) throw new Error('Nobody joined')
    await guess(first, campaign, 5)
    await guess(second, campaign, 5)
    expect(await club.play(third, campaign, code)).toMatchObject({ code: 'scratch-card.too-many-attempts' })
    third.browser.cookies.delete('device')
    dataOf(await club.play(third, campaign, code))
  })

  test('a passwordless session that guesses does not lock the owner of the account', async () => {
    const campaign = await club.sealedCampaign()
    const { customer_id, browser } = await club.join()
    const [code = ''] = await club.codes(campaign.id, 1)
    const identified = { customer_id, browser: club.identify(customer_id) }
    await guess(identified, campaign, 10)
    expect(await club.play(identified, campaign, code)).toMatchObject({
      code: 'scratch-card.too-many-attempts',
    })
    dataOf(await club.play({ customer_id, browser }, campaign, code))
  })

  test('typing errors, used codes and codes of another campaign do not count as guesses', async () => {
    const [campaign, other] = [await club.sealedCampaign(), await club.sealedCampaign()]
    const person = await club.join()
    const [code = '', used = ''] = await club.codes(campaign.id, 2)
    const [otherCode = ''] = await club.codes(other.id, 1)
    dataOf(await club.play(await club.join(), campaign, used))
    for (let n = 0; n < 6; n += 1) {
      expect(await club.play(person, campaign, `${code.slice(1)}2`)).toMatchObject({
        code: 'scratch-card.invalid-code',
      })
      expect(await club.play(person, campaign, used)).toMatchObject({ code: 'scratch-card.code-used' })
      expect(await club.play(person, campaign, otherCode)).toMatchObject({
        code: 'scratch-card.other-campaign',
      })
    }
    dataOf(await club.play(person, campaign, code))
  })

  test('a locked person who sends the code of an earlier draw still gets its card', async () => {
    const campaign = await club.sealedCampaign()
    const person = await club.join()
    const [code = ''] = await club.codes(campaign.id, 1)
    const card = dataOf(await club.play(person, campaign, code))
    await guess(person, campaign, 11)
    expect(dataOf(await club.play(person, campaign, code))).toEqual(card)
  })

  test('after sixty wrong codes from one IP in an hour, nobody can use a code from it until the hour ends', async () => {
    const campaign = await club.sealedCampaign()
    const [code = ''] = await club.codes(campaign.id, 1)
    for (let n = 0; n < 12; n += 1)
      for (const response of await guess(await club.join(), campaign, 5))
        expect(response).toMatchObject({ code: 'scratch-card.invalid-code' })
    const person = await club.join()
    expect(await club.play(person, campaign, wrongCode())).toMatchObject({
      code: 'scratch-card.too-many-attempts',
    })
    const minutes = 60 - club.clock.now().getUTCMinutes()
    expect(await club.play(person, campaign, code)).toMatchObject({
      status: 429,
      message: `Muitas tentativas. Tente de novo em ${minutes} minutos.`,
    })
    club.clock.advance(60 * minuteMs)
    dataOf(await club.play(person, campaign, code))
  })
})
