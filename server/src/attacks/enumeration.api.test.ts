import { describe, expect, test } from 'vitest'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { useClub } from '../testing/club.ts'
import { freshCpfs } from '../testing/joining.ts'

const pairs = 25
/** Maximum ratio of the median times of known and unknown documents; without the decoy hash it is about 1 to 10. */
const tolerance = 1.6

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

describe('enumeration by timing', () => {
  const club = useClub({ enumeration: 'strict' })
  const terms_id = 'shd_auth_terms'

  const timeOf = async (document_id: string): Promise<{ ms: number; response: unknown }> => {
    const browser = club.browser()
    await browser.send(checkAccountCall, { body: { document_id, terms_id } })
    const start = performance.now()
    const response = await browser.send(signInWithPasswordCall, {
      body: { document_id, terms_id, password: 'Nao-e-esta-1' },
    })
    const ms = performance.now() - start
    const { request_id: _, headers: __, ...rest } = response as typeof response & { request_id?: string }
    return { ms, response: rest }
  }

  test('sign-in returns the same response for known and unknown documents, in the same time', async () => {
    const unknown = freshCpfs(pairs + 2)
    const knownMs: number[] = []
    const unknownMs: number[] = []
    const responses = new Set<string>()
    for (let i = 0; i < pairs + 2; i += 1) {
      const documents = [club.personas.maria.document_id, unknown[i] ?? '']
      if (i % 2 === 1) documents.reverse()
      for (const document of documents) {
        // A locked document is refused without hashing, even if it is unknown.
        await club.database.db.deleteFrom('attempt_lock').execute()
        const { ms, response } = await timeOf(document)
        const isKnown = document === club.personas.maria.document_id
        responses.add(JSON.stringify(response))
        if (i >= 2) (isKnown ? knownMs : unknownMs).push(ms)
      }
    }
    expect([...responses]).toHaveLength(1)
    const ratio = median(knownMs) / median(unknownMs)
    expect(ratio).toBeGreaterThan(1 / tolerance)
    expect(ratio).toBeLessThan(tolerance)
  })
})
