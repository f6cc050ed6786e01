/* The guests' browsers, in a separate process so that their work is not measured. Controlled by `bench/guests.ts`. */
import { addressLookupCall } from '@clube/contract/addresses/postal-address.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import { registerCall } from '@clube/contract/identity/account-calls.ts'
import { registrationOf } from '../../server/src/testing/joining.ts'
import { Connection, type RawResponse } from '../connection.ts'
import type { Command, Report } from '../guests.ts'
import {
  checkAccountRequest,
  guardedRequest,
  openFlow,
  renewCaptcha,
  requestOf,
  signInRequest,
} from '../sign-in/client.ts'

const url = new URL(process.argv[2] ?? '')
const password = 'Jabuticaba-9'

const execute = async ({ type, documents, ip, connections }: Command): Promise<Report> => {
  const calls: Record<string, number[]> = {}
  const statuses: number[] = []
  const openConnections = await Promise.all(Array.from({ length: connections }, () => Connection.open(url)))
  let next = 0
  const start = performance.now()
  await Promise.all(
    openConnections.map(async (connection) => {
      /** The connection, measuring its requests under the name of a call. */
      const measured = (name: string) => ({
        send: async (request: Buffer): Promise<RawResponse> => {
          const sent = performance.now()
          const response = await connection.send(request)
          ;(calls[name] ??= []).push(performance.now() - sent)
          statuses.push(response.status)
          return response
        },
      })
      for (let document = documents[next++]; document !== undefined; document = documents[next++])
        await (type === 'join' ? join : signIn)(measured, document, ip)
    }),
  )
  const ms = performance.now() - start
  for (const connection of openConnections) connection.close()
  return { ms, calls, refused: statuses.filter((status) => status !== 200).length }
}

type Measured = (name: string) => Pick<Connection, 'send'>

/** As on `/entrar` and `/cadastro`: the captcha proof expires while the form is filled in, so another one is needed. */
const join = async (measured: Measured, document_id: string, ip: string): Promise<void> => {
  const visitor = await openFlow(measured('captcha challenge'), ip)
  await measured('check-account').send(checkAccountRequest(visitor, document_id))
  const { cookie } = visitor
  const read = (path: string) => requestOf({ method: 'GET', path, cookie, ip })
  await measured('CEP lookup').send(read(`${addressLookupCall.path}?cep=01001000`))
  for (const kind of ['loyaltyclub_terms', 'loyaltyclub_regulation'])
    await measured('consent document').send(read(readConsentDocumentCall.path.replace(':kind', kind)))
  const proven = await renewCaptcha(measured('captcha challenge'), visitor)
  const registration = registrationOf(document_id, { password, password_confirmation: password })
  await measured('register').send(guardedRequest(proven, registerCall.path, registration))
}

/** In a new browser, without anything that the club stored during registration. */
const signIn = async (measured: Measured, document_id: string, ip: string): Promise<void> => {
  const visitor = await openFlow(measured('captcha challenge'), ip)
  await measured('check-account').send(checkAccountRequest(visitor, document_id))
  await measured('sign-in').send(signInRequest(visitor, document_id, password))
}

process.on('message', (command: Command) => {
  execute(command).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
