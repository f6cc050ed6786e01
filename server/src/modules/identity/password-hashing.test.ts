import { describe, expect, test, vi } from 'vitest'
import { Unavailable } from '../../kernel/refusal.ts'
import { createPasswordHasher, hashPassword, isOutdated } from './password-hashing.ts'

describe('password hashing', () => {
  const hasher = createPasswordHasher(2)
  const verify = (stored: string | null, password: string) =>
    hasher.admit((hashing) => hashing.verify(stored, password))

  test('passwords are hashed with argon2id, m=19456, t=2, p=1 and a fresh salt', async () => {
    const stored = await hasher.admit(({ hash }) => hash('Girassol-27'))
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hashPassword('Girassol-27')).not.toBe(stored)
    expect(await verify(stored, 'Girassol-27')).toBe(true)
    expect(await verify(stored, 'Girassol-28')).toBe(false)
  })

  test('different Unicode encodings of a password are equivalent, and passwords are not truncated', async () => {
    const stored = await hashPassword('Caf\u00e9-da-manh\u00e3')
    expect(await verify(stored, 'Cafe\u0301-da-manha\u0303')).toBe(true)
    const long = 'x'.repeat(127)
    expect(await verify(await hashPassword(`${long}a`), `${long}b`)).toBe(false)
  })

  test('without a stored password every password is rejected', async () => {
    expect(await verify(null, 'Girassol-27')).toBe(false)
    expect(await verify(null, '')).toBe(false)
  })

  test('a hash with other cost parameters needs rehashing', async () => {
    expect(isOutdated(await hashPassword('Girassol-27'))).toBe(false)
    expect(isOutdated('$argon2id$v=19$m=4096,t=3,p=1$c2FsdA$aGFzaA')).toBe(true)
  })

  test('on one core, 65 of 70 concurrent hashes are computed and five are rejected with Retry-After', async () => {
    const narrow = createPasswordHasher(1)
    const check = () => narrow.admit(({ verify: compare }) => compare(null, 'x'))
    const outcomes = await Promise.allSettled(Array.from({ length: 70 }, check))
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(70 - 65)
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(Unavailable)
      expect((reason as Unavailable).retryAfterSeconds).toBe(2)
    }
    expect(await check()).toBe(false)
  })

  test('hashing beyond capacity is rejected before it starts, and a freed slot is reused', async () => {
    const narrow = createPasswordHasher(1)
    const finish: (() => void)[] = []
    const running = Array.from({ length: 65 }, () =>
      narrow.admit(() => new Promise<void>((resolve) => finish.push(resolve))),
    )
    const work = vi.fn(async () => 'served')
    await expect(narrow.admit(work)).rejects.toMatchObject({ retryAfterSeconds: 2 })
    expect(work).not.toHaveBeenCalled()
    finish.pop()?.()
    await Promise.race(running)
    expect(await narrow.admit(work)).toBe('served')
    for (const finishOne of finish) finishOne()
    await Promise.all(running)
  })
})
