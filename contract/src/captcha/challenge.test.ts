import { describe, expect, it } from 'vitest'
import { captchaChallengeCall } from './calls.ts'
import { captchaChallengeSchema } from './challenge.ts'
import * as limits from './limits.ts'

const wire = {
  challenge: '1eddf5e78ee21e296a1884a09a611b4ab2353a6253972e16eddef7fcd7e8da70',
  salt: '3ed2a62e72742b4b23d5ac74?scope=signin&expires=1795243374&',
  signature: 'b8b5ac9004a9765bffc4e7f71999a64c7db44d1c87b9610324987269456b25d1',
}

describe('captcha contract', () => {
  it('captcha challenges have the path of the specification', () => {
    expect(`${captchaChallengeCall.method} ${captchaChallengeCall.path}`).toBe('GET /api/captcha/altcha')
  })

  it('a challenge defaults to SHA-256 and a maxnumber of 1,000,000', () => {
    expect(captchaChallengeSchema.parse(wire)).toEqual({
      ...wire,
      algorithm: 'SHA-256',
      maxnumber: 1_000_000,
    })
  })

  it('a challenge with another algorithm is rejected', () => {
    expect(captchaChallengeSchema.safeParse({ ...wire, algorithm: 'SHA-1' }).success).toBe(false)
  })

  it('captcha limits have their specified values', () => {
    expect(limits).toMatchObject({
      proofReuseSeconds: 20,
      proofGraceSeconds: 2,
      challengeSeconds: 120,
      proofBudget: 8,
      documentsPerProof: 2,
      proofMaxBytes: 2048,
      increasedWork: 4,
      enterpriseTokenMinLength: 300,
      enterpriseTokenAttempts: 6,
      defaultEnterpriseAction: 'login',
      enterpriseTokenDisabled: 'disabled',
    })
  })
})
