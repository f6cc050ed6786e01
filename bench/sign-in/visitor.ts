import { Agent, request } from 'node:http'
import type { CaptchaChallenge } from '@clube/contract/captcha/challenge.ts'
import { solutionDigest } from '../../server/src/modules/captcha/challenge.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 512 })

export type Answer = { status: number; retryAfter: string | undefined; text: string; ms: number }

/** Sends one call as the page does; keeps nothing. */
const send = (
  origin: string,
  call: { method: 'GET' | 'POST'; path: string; cookie?: string; address?: string; body?: unknown },
): Promise<Answer & { cookies: string[] }> =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    const headers = {
      'x-requested-with': 'XMLHttpRequest',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      ...(call.address === undefined ? {} : { 'x-forwarded-for': call.address }),
      ...(call.cookie === undefined ? {} : { cookie: call.cookie }),
    }
    const asked = request(origin + call.path, { agent, method: call.method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          cookies: response.headers['set-cookie'] ?? [],
          text,
          ms: performance.now() - start,
        }),
      )
      response.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(call.body === undefined ? undefined : JSON.stringify(call.body))
  })

/** Somebody with a flow of their own and a solved captcha, good for 22 seconds from its first use. */
export type Visitor = { origin: string; address: string; cookie: string; altcha_challenge: unknown }

let arrived = 0

/** Everybody comes from an address of their own, as behind a proxy: nobody queues for another one's counters. */
const nextAddress = (): string => {
  arrived += 1
  return `10.${(arrived >> 16) & 255}.${(arrived >> 8) & 255}.${arrived & 255}`
}

/** Opens a flow and solves its captcha by trying every number. */
export const arrive = async (origin: string): Promise<Visitor> => {
  const address = nextAddress()
  const { text, cookies } = await send(origin, { method: 'GET', path: '/api/captcha/altcha', address })
  const { data } = JSON.parse(text) as { data: CaptchaChallenge }
  let number = 0
  while (solutionDigest(data.salt, number) !== data.challenge) number += 1
  const { algorithm, challenge, salt, signature } = data
  return {
    origin,
    address,
    cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '),
    altcha_challenge: { algorithm, challenge, salt, signature, number },
  }
}

const post = async (visitor: Visitor, path: string, fields: object): Promise<Answer> => {
  const { origin, address, cookie, altcha_challenge } = visitor
  const body = {
    document_type: 'cpf',
    terms_id: 'shd_auth_terms',
    captcha_type: 'altcha',
    altcha_challenge,
    recaptcha_token: 'disabled',
    ...fields,
  }
  return send(origin, { method: 'POST', path, cookie, address, body })
}

/** @throws when the document is not that of a complete account */
export const checkAccount = async (visitor: Visitor, document_id: string): Promise<Answer> => {
  const answer = await post(visitor, '/api/auth/shd/check-account', { document_id })
  if (answer.status !== 200 || !answer.text.includes('"complete"'))
    throw new Error(`check-account: ${answer.status} ${answer.text}`)
  return answer
}

export const signIn = (visitor: Visitor, document_id: string, password: string): Promise<Answer> =>
  post(visitor, '/api/auth/shd/external/signin-password', { document_id, password, remember_me: 'no' })

/** Asks who is signed in, as every page does first. */
export const readSession = (origin: string, token: string): Promise<Answer> =>
  send(origin, { method: 'GET', path: '/api/auth/shd/external/info', cookie: `sid=${token}` })
