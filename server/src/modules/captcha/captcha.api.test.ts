import type { CaptchaChallenge } from '@clube/contract/captcha/challenge.ts'
import { solveChallenge } from 'altcha-lib/v1'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CaptchaAssessment } from '../../ports/captcha-assessor.ts'
import { useDatabase } from '../../testing/database.ts'
import { createLimits } from '../limits/index.ts'
import type { CaptchaDeps } from './deps.ts'
import { issueChallenge } from './issue-challenge.ts'
import { spendProof } from './spend-proof.ts'
import type { SpendProofInput } from './spend-proof.ts'

const database = useDatabase()
const metadata = { ip: '203.0.113.7', user_agent: 'test' }

let clock: Date
let work: number
let seed = 0
beforeEach(() => {
  clock = new Date('2026-11-21T12:00:00Z')
  work = 1
})

const depsWith = (assessment: CaptchaAssessment | null): CaptchaDeps & { assessed: string[] } => {
  const assessed: string[] = []
  return {
    assessed,
    db: database.db,
    clock: () => clock,
    limits: createLimits(database.db),
    key: new Uint8Array(32).fill(7),
    random: { bytes: (count) => Buffer.alloc(count, (seed += 1)), below: (limit) => limit - 18 },
    maxnumber: 300,
    requiredWork: () => Promise.resolve(work),
    assessor: assessment && {
      assess: ({ token }) => {
        assessed.push(token)
        return Promise.resolve(assessment)
      },
    },
  }
}

const solve = async (challenge: CaptchaChallenge) => {
  const { algorithm, salt, signature, maxnumber } = challenge
  const solution = await solveChallenge(challenge.challenge, salt, algorithm, maxnumber).promise
  return { algorithm, challenge: challenge.challenge, salt, signature, ...solution }
}

const call = (deps: CaptchaDeps, body: unknown, change: Partial<SpendProofInput> = {}) =>
  spendProof(deps, { body, weight: 2, flow_id: 'flow-1', document: null, metadata, ...change })

const freshBody = async (deps: CaptchaDeps, recaptcha_token = 'disabled', flow_id = 'flow-1') => ({
  captcha_type: 'altcha',
  altcha_challenge: await solve(await issueChallenge(deps, { flow_id, ip: metadata.ip })),
  recaptcha_token,
})

const refused = { code: 'captcha.required' }

describe('without the enterprise captcha', () => {
  it('a proof covers four sign-in attempts but not a fifth', async () => {
    const deps = depsWith(null)
    const body = await freshBody(deps)
    for (let attempt = 0; attempt < 4; attempt += 1) await call(deps, body)
    await expect(call(deps, body)).rejects.toMatchObject(refused)
  })

  it('the same proof in base64 spends the same budget', async () => {
    const deps = depsWith(null)
    const body = await freshBody(deps)
    const base64 = Buffer.from(JSON.stringify(body.altcha_challenge)).toString('base64')
    await call(deps, { ...body, altcha_challenge: base64 }, { weight: 8 })
    await expect(call(deps, body)).rejects.toMatchObject(refused)
  })

  it('different formats of a document count as one document', async () => {
    const deps = depsWith(null)
    const body = await freshBody(deps)
    for (const document of ['52998224725', '529.982.247-25', '11222333000181', '11.222.333/0001-81'])
      await call(deps, body, { document, weight: 1 })
    await expect(call(deps, body, { document: '11144477735', weight: 1 })).rejects.toMatchObject(refused)
  })

  it('a proof of another flow, or without a flow, is rejected', async () => {
    const deps = depsWith(null)
    const body = await freshBody(deps)
    await expect(call(deps, body, { flow_id: 'flow-2' })).rejects.toMatchObject(refused)
    await expect(call(deps, body, { flow_id: null })).rejects.toMatchObject(refused)
    await call(deps, body)
  })

  it('an expired challenge is rejected', async () => {
    const deps = depsWith(null)
    const body = await freshBody(deps)
    clock = new Date('2026-11-21T12:02:00Z')
    await expect(call(deps, body)).rejects.toMatchObject(refused)
  })

  it.each([[undefined], [null], ['text'], [{}], [{ altcha_challenge: '' }], [{ altcha_challenge: [1] }]])(
    'the body %j without a proof is rejected',
    async (body) => {
      await expect(call(depsWith(null), body)).rejects.toMatchObject(refused)
    },
  )

  it('a suspicious IP is given four times the work', async () => {
    const deps = depsWith(null)
    work = 4
    const challenge = await issueChallenge(deps, { flow_id: 'flow-1', ip: metadata.ip })
    expect(challenge.maxnumber).toBe(1200)
    await call(deps, { altcha_challenge: await solve(challenge) })
  })
})

describe('with the enterprise captcha', () => {
  it('an enterprise token assessed as human is accepted', async () => {
    const deps = depsWith({ verdict: 'human' })
    await call(deps, await freshBody(deps, 'a-token', 'flow-human'), { flow_id: 'flow-human' })
    expect(deps.assessed).toEqual(['a-token'])
  })

  it('an enterprise token assessed as a robot is rejected under recaptcha_token with the specified message', async () => {
    const deps = depsWith({ verdict: 'robot', reason: 'score' })
    const body = await freshBody(deps, 'a-token', 'flow-robot')
    await expect(call(deps, body, { flow_id: 'flow-robot' })).rejects.toMatchObject({
      errors: [
        { path: 'recaptcha_token', message: 'Não conseguimos verificar se você é um robô. Tente novamente!' },
      ],
    })
  })

  it('the captcha provider is not called when the proof of work fails', async () => {
    const deps = depsWith({ verdict: 'human' })
    await expect(call(deps, { recaptcha_token: 'a-token' })).rejects.toMatchObject(refused)
    expect(deps.assessed).toEqual([])
  })

  it.each([
    ['the provider cannot be reached', 'a-token', 'flow-down'],
    ['there is no token', 'disabled', 'flow-silent'],
  ])('four times the captcha work is required, and accepted, when %s', async (_what, token, flow_id) => {
    const deps = depsWith({ verdict: 'unreachable' })
    await expect(call(deps, await freshBody(deps, token, flow_id), { flow_id })).rejects.toMatchObject(
      refused,
    )
    const harder = await freshBody(deps, token, flow_id)
    expect(harder.altcha_challenge.salt).toContain('work=4&')
    await call(deps, harder, { flow_id })
  })
})
