import { describe, expect, test } from 'vitest'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import { forgotPasswordCall } from '@clube/contract/recovery/code-calls.ts'
import { testRootKey, useClub } from '../../testing/club.ts'
import { freshCpfs } from '../../testing/joining.ts'
import { seedCustomer } from '../identity/index.ts'
import { createVault } from '../vault/index.ts'

const pairs = 25
/** Maximum difference between the median times for known and unknown documents; omitting one statement exceeds it. */
const tolerance = 1.5

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

describe('timing of forgot-password', () => {
  const club = useClub({ enumeration: 'strict' })
  const terms_id = 'shd_auth_terms'

  const timeOf = async (document_id: string): Promise<{ ms: number; shape: string }> => {
    const browser = club.browser()
    await browser.send(checkAccountCall, { body: { document_id, terms_id } })
    const start = performance.now()
    const response = await browser.send(forgotPasswordCall, {
      body: { document_id, terms_id, recovery_method: 'email' },
    })
    const ms = performance.now() - start
    const data = response.ok ? Object.keys(response.data) : response.message
    return { ms, shape: JSON.stringify([response.status, data, response.message]) }
  }

  test('forgot-password returns the same response in the same time for known and unknown documents', async () => {
    const documents = freshCpfs(2 * (pairs + 2), 500_000_000)
    const known = documents.slice(0, pairs + 2)
    const vault = createVault(testRootKey)
    for (const [i, document_id] of known.entries())
      await seedCustomer({
        db: club.database.db,
        vault,
        hash: () => Promise.resolve('no-hash'),
        now: club.now(),
        persona: { ...club.personas.maria, document_id, email: `pessoa${i}@exemplo.com.br` },
      })
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
    const shapes = new Set<string>()
    for (let i = 0; i < pairs + 2; i += 1) {
      const pair = [
        { kind: 'known' as const, document_id: documents[i] ?? '' },
        { kind: 'unknown' as const, document_id: documents[i + pairs + 2] ?? '' },
      ]
      if (i % 2 === 1) pair.reverse()
      for (const { kind, document_id } of pair) {
        const { ms, shape } = await timeOf(document_id)
        shapes.add(shape)
        // The first two warm up connections and statements.
        if (i >= 2) times[kind].push(ms)
      }
    }
    expect([...shapes]).toHaveLength(1)
    const ratio = median(times.known) / median(times.unknown)
    expect(ratio).toBeGreaterThan(1 / tolerance)
    expect(ratio).toBeLessThan(tolerance)
  })
})
