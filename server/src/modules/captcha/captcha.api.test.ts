import type { CaptchaChallenge } from '@clube/contract/captcha/challenge.ts'
import { solveChallenge } from 'altcha-lib/v1'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CaptchaAssessment } from '../../ports/captcha-assessor.ts'
import { useDatabase } from '../../testing/database.ts'
import { createLimits } from '../limits/index.ts'
import type { CaptchaDeps } from './deps.ts'
import { issueChallenge } from './issue-challenge.ts'
import { spendProof } from './spend-proof.ts'
import type { ProofSpending } from './spend-proof.ts'

const database = useDatabase()
const facts = { address: '203.0.113.7', user_agent: 'test' }

let clock: Date
let work: number
let seed = 0
beforeEach(() => {
  clock = new Date('2026-11-21T12:00:00Z')
  work = 1
})

const depsWith = (assessment: CaptchaAssessment | null): CaptchaDeps & { asked: string[] } => {
  const asked: string[] = []
  return {
    asked,
    db: database.db,
    clock: () => clock,
    limits: createLimits(database.db),
    key: new Uint8Array(32).fill(7),
    chance: { bytes: (count) => new Uint8Array(count).fill((seed += 1)), upTo: (highest) => highest - 17 },
    maxnumber: 300,
    workFor: () => Promise.resolve(work),
    assessor: assessment && {
      assess: ({ token }) => {
        asked.push(token)
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

const call = (deps: CaptchaDeps, body: unknown, change: Partial<ProofSpending> = {}) =>
  spendProof(deps, { body, weight: 2, flow_id: 'flow-1', document: null, facts, ...change })

const freshBody = async (deps: CaptchaDeps, recaptcha_token = 'disabled', flow_id = 'flow-1') => ({
  captcha_type: 'altcha',
  altcha_challenge: await solve(await issueChallenge(deps, { flow_id, address: facts.address })),
  recaptcha_token,
})

const refused = { code: 'captcha.required' }

describe('proof of work alone', () => {
  it('lets four sign-in attempts through per proof, and no fifth', async () => {
    const deps = depsWith(null)
    const body = await freshBody(deps)
    for (let attempt = 0; attempt < 4; attempt += 1) await call(deps, body)
    await expect(call(deps, body)).rejects.toMatchObject(refused)
  })

  it('takes the same proof as base64 out of the same budget', async () => {
    const deps = depsWith(null)
    const body = await freshBody(deps)
    const base64 = Buffer.from(JSON.stringify(body.altcha_challenge)).toString('base64')
    await call(deps, { ...body, altcha_challenge: base64 }, { weight: 8 })
    await expect(call(deps, body)).rejects.toMatchObject(refused)
  })

  it('takes the spelling of a document for one document', async () => {
    const deps = depsWith(null)
    const body = await freshBody(deps)
    for (const document of ['52998224725', '529.982.247-25', '11222333000181', '11.222.333/0001-81'])
      await call(deps, body, { document, weight: 1 })
    await expect(call(deps, body, { document: '11144477735', weight: 1 })).rejects.toMatchObject(refused)
  })

  it('refuses the proof of another flow, and any without a flow', async () => {
    const deps = depsWith(null)
    const body = await freshBody(deps)
    await expect(call(deps, body, { flow_id: 'flow-2' })).rejects.toMatchObject(refused)
    await expect(call(deps, body, { flow_id: null })).rejects.toMatchObject(refused)
    await call(deps, body)
  })

  it('refuses a challenge that is over', async () => {
    const deps = depsWith(null)
    const body = await freshBody(deps)
    clock = new Date('2026-11-21T12:02:00Z')
    await expect(call(deps, body)).rejects.toMatchObject(refused)
  })

  it.each([[undefined], [null], ['text'], [{}], [{ altcha_challenge: '' }], [{ altcha_challenge: [1] }]])(
    'refuses the body %j',
    async (body) => {
      await expect(call(depsWith(null), body)).rejects.toMatchObject(refused)
    },
  )

  it('asks an address under suspicion for four times the work', async () => {
    const deps = depsWith(null)
    work = 4
    const challenge = await issueChallenge(deps, { flow_id: 'flow-1', address: facts.address })
    expect(challenge.maxnumber).toBe(1200)
    await call(deps, { altcha_challenge: await solve(challenge) })
  })
})

describe('with the enterprise captcha', () => {
  it('lets a human through', async () => {
    const deps = depsWith({ verdict: 'human' })
    await call(deps, await freshBody(deps, 'a-token', 'flow-human'), { flow_id: 'flow-human' })
    expect(deps.asked).toEqual(['a-token'])
  })

  it('refuses a robot at recaptcha_token, in the words of the specification', async () => {
    const deps = depsWith({ verdict: 'robot', reason: 'score' })
    const body = await freshBody(deps, 'a-token', 'flow-robot')
    await expect(call(deps, body, { flow_id: 'flow-robot' })).rejects.toMatchObject({
      errors: [
        { path: 'recaptcha_token', message: 'Não conseguimos verificar se você é um robô. Tente novamente!' },
      ],
    })
  })

  it('does not ask the provider when the proof of work fails', async () => {
    const deps = depsWith({ verdict: 'human' })
    await expect(call(deps, { recaptcha_token: 'a-token' })).rejects.toMatchObject(refused)
    expect(deps.asked).toEqual([])
  })

  it.each([
    ['the provider cannot be reached', 'a-token', 'flow-down'],
    ['there is no token', 'disabled', 'flow-silent'],
  ])('asks for four times the work when %s, and takes that', async (_what, token, flow_id) => {
    const deps = depsWith({ verdict: 'unreachable' })
    await expect(call(deps, await freshBody(deps, token, flow_id), { flow_id })).rejects.toMatchObject(
      refused,
    )
    const harder = await freshBody(deps, token, flow_id)
    expect(harder.altcha_challenge.salt).toContain('work=4&')
    await call(deps, harder, { flow_id })
  })
})
