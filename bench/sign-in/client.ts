import type { CaptchaChallenge } from '@clube/contract/captcha/challenge.ts'
import { captchaChallengeCall } from '@clube/contract/captcha/calls.ts'
import { sessionInfoCall } from '@clube/contract/identity/session-calls.ts'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { solutionDigest } from '../../server/src/modules/captcha/challenge.ts'
import type { Connection, RawResponse } from '../connection.ts'

/** A client with its own flow and a solved captcha, valid for 120 seconds, and for 22 seconds after its first use. */
export type Client = { ip: string; cookie: string; altcha_challenge: unknown }

let flowsOpened = 0

/** Each client has its own IP, as behind a proxy, so that clients do not contend for the same counters. */
const nextIp = (): string => {
  flowsOpened += 1
  return `10.${(flowsOpened >> 16) & 255}.${(flowsOpened >> 8) & 255}.${flowsOpened & 255}`
}

/** The bytes of a call as the page sends it, prepared to keep the client cheap. */
export const requestOf = (call: {
  method: string
  path: string
  cookie?: string
  ip?: string
  body?: object
}): Buffer => {
  const { method, path, cookie, ip } = call
  const body = call.body === undefined ? '' : JSON.stringify(call.body)
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'accept: application/json',
    'x-requested-with: XMLHttpRequest',
    'sec-fetch-site: same-origin',
    ...(ip === undefined ? [] : [`x-forwarded-for: ${ip}`]),
    ...(cookie === undefined ? [] : [`cookie: ${cookie}`]),
    ...(body === '' ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}

type Sender = Pick<Connection, 'send'>

/** Opens a flow and solves its captcha. */
export const openFlow = (connection: Sender, ip: string = nextIp()): Promise<Client> =>
  solve(connection, { ip, cookie: undefined })

/** The same client with a second captcha, as after slowly typing the password. */
export const renewCaptcha = (connection: Sender, client: Client): Promise<Client> => solve(connection, client)

/** Solves a challenge by brute force. */
const solve = async (
  connection: Sender,
  { ip, cookie }: { ip: string; cookie: string | undefined },
): Promise<Client> => {
  const { method, path } = captchaChallengeCall
  const response = await connection.send(
    requestOf({ method, path, ip, ...(cookie === undefined ? {} : { cookie }) }),
  )
  const { data } = JSON.parse(bodyOf(response)) as { data: CaptchaChallenge }
  let number = 0
  while (solutionDigest(data.salt, number) !== data.challenge) number += 1
  const { algorithm, challenge, salt, signature } = data
  return {
    ip,
    cookie: headersOf(response, 'set-cookie')
      .map((header) => header.split(';', 1)[0])
      .join('; '),
    altcha_challenge: { algorithm, challenge, salt, signature, number },
  }
}

/** A call that requires a proof. */
export const guardedRequest = (client: Client, path: string, fields: object): Buffer => {
  const { ip, cookie, altcha_challenge } = client
  const body = {
    document_type: 'cpf',
    terms_id: 'shd_auth_terms',
    captcha_type: 'altcha',
    altcha_challenge,
    recaptcha_token: 'disabled',
    ...fields,
  }
  return requestOf({ method: 'POST', path, cookie, ip, body })
}

export const checkAccountRequest = (client: Client, document_id: string): Buffer =>
  guardedRequest(client, checkAccountCall.path, { document_id })

/** @throws when the document is not that of a complete account */
export const requireCompleteAccount = ({ status, bytes }: RawResponse): void => {
  if (status !== 200 || !bytes.includes('"complete"'))
    throw new Error(`check-account: ${status} ${bytes.toString()}`)
}

export const signInRequest = (client: Client, document_id: string, password: string): Buffer =>
  guardedRequest(client, signInWithPasswordCall.path, { document_id, password, remember_me: 'no' })

/** Requests the session info, as every page does first. */
export const readSessionRequest = (token: string): Buffer =>
  requestOf({ method: sessionInfoCall.method, path: sessionInfoCall.path, cookie: `sid=${token}` })

const bodyOf = ({ bytes }: RawResponse): string => bytes.toString('utf8', bytes.indexOf('\r\n\r\n') + 4)

/** The values of a header, in order; the measured servers send lower-case names. */
export const headersOf = ({ bytes }: RawResponse, name: string): string[] =>
  bytes
    .toString('latin1', 0, bytes.indexOf('\r\n\r\n'))
    .split('\r\n')
    .filter((line) => line.startsWith(`${name}: `))
    .map((line) => line.slice(name.length + 2))
