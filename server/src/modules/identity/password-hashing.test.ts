import { describe, expect, test, vi } from 'vitest'
import { Unavailable } from '../../kernel/refusal.ts'
import { createPasswordHasher } from './password-hashing.ts'

describe('password hashing', () => {
  const hasher = createPasswordHasher(2)

  test('uses argon2id with m=19456, t=2, p=1 and a salt of its own each time', async () => {
    const stored = await hasher.hash('Girassol-27')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hasher.hash('Girassol-27')).not.toBe(stored)
    expect(await hasher.verify(stored, 'Girassol-27')).toBe(true)
    expect(await hasher.verify(stored, 'Girassol-28')).toBe(false)
  })

  test('reads the same letters of different keyboards as the same password, without cutting any', async () => {
    const stored = await hasher.hash('Caf\u00e9-da-manh\u00e3')
    expect(await hasher.verify(stored, 'Cafe\u0301-da-manha\u0303')).toBe(true)
    const long = 'x'.repeat(127)
    expect(await hasher.verify(await hasher.hash(`${long}a`), `${long}b`)).toBe(false)
  })

  test('says no to everything where there is no password, after a real comparison', async () => {
    expect(await hasher.verify(null, 'Girassol-27')).toBe(false)
    expect(await hasher.verify(null, '')).toBe(false)
  })

  test('notices a hash of another cost', async () => {
    expect(hasher.isOutdated(await hasher.hash('Girassol-27'))).toBe(false)
    expect(hasher.isOutdated('$argon2id$v=19$m=4096,t=3,p=1$c2FsdA$aGFzaA')).toBe(true)
  })

  test('turns the 65th waiting one away with a time to come back, and serves all the others', async () => {
    const narrow = createPasswordHasher(1)
    const outcomes = await Promise.allSettled(Array.from({ length: 70 }, () => narrow.verify(null, 'x')))
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(70 - 65)
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(Unavailable)
      expect((reason as Unavailable).retryAfterSeconds).toBe(2)
    }
    expect(await narrow.verify(null, 'x')).toBe(false)
  })

  test('whoever cannot be served is turned away at the door, and the next one enters when somebody leaves', async () => {
    const narrow = createPasswordHasher(1)
    const leave: (() => void)[] = []
    const inside = Array.from({ length: 65 }, () =>
      narrow.admit(() => new Promise<void>((resolve) => leave.push(resolve))),
    )
    const work = vi.fn(async () => 'served')
    await expect(narrow.admit(work)).rejects.toMatchObject({ retryAfterSeconds: 2 })
    expect(work).not.toHaveBeenCalled()
    leave.pop()?.()
    await Promise.race(inside)
    expect(await narrow.admit(work)).toBe('served')
    for (const go of leave) go()
    await Promise.all(inside)
  })
})
