import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PostalDirectoryUnavailable } from '../../ports/postal-directory.ts'
import type { PostalDirectory } from '../../ports/postal-directory.ts'
import { createBrasilApi } from './brasil-api.ts'
import { createViaCep } from './viacep.ts'

let server: Server
let baseUrl: string
let requestedPaths: string[]
let respond: RequestListener

beforeEach(async () => {
  requestedPaths = []
  server = createServer((request, response) => {
    requestedPaths.push(request.url ?? '')
    respond(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const respondWith =
  (status: number, body: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

const viaCepResponse = {
  cep: '01001-000',
  logradouro: 'Praça da Sé',
  complemento: 'lado ímpar',
  bairro: 'Sé',
  localidade: 'São Paulo',
  uf: 'SP',
  ibge: '3550308',
  ddd: '11',
}
const brasilApiResponse = {
  cep: '01001000',
  state: 'SP',
  city: 'São Paulo',
  neighborhood: 'Sé',
  street: 'Praça da Sé',
  service: 'open-cep',
}

const providers = [
  {
    name: 'ViaCEP',
    create: (timeoutMs?: number): PostalDirectory =>
      createViaCep({ baseUrl, ...(timeoutMs === undefined ? {} : { timeoutMs }) }),
    path: '/ws/01001000/json/',
    known: viaCepResponse,
    city_id: 3_550_308 as number | null,
    unknown: respondWith(200, { erro: 'true' }),
  },
  {
    name: 'BrasilAPI',
    create: (timeoutMs?: number): PostalDirectory =>
      createBrasilApi({ baseUrl, ...(timeoutMs === undefined ? {} : { timeoutMs }) }),
    path: '/api/cep/v1/01001000',
    known: brasilApiResponse,
    city_id: null,
    unknown: respondWith(404, { message: 'Todos os serviços de CEP retornaram erro.' }),
  },
]

describe.each(providers)('directory $name', ({ create, path, known, city_id, unknown }) => {
  it('the address of a known postal code is parsed', async () => {
    respond = respondWith(200, known)
    expect(await create().find('01001000')).toEqual({
      street: 'Praça da Sé',
      neighborhood: 'Sé',
      city: 'São Paulo',
      uf: 'SP',
      city_id,
    })
    expect(requestedPaths).toEqual([path])
  })

  it('an unknown or malformed postal code has no result', async () => {
    respond = unknown
    expect(await create().find('99999999')).toBeNull()
    respond = respondWith(400, '<html>Bad Request</html>')
    expect(await create().find('00000000')).toBeNull()
  })

  it.each([
    ['a page instead of JSON', respondWith(200, '<html>')],
    ['JSON of an unexpected shape', respondWith(200, { ...known, uf: 7, state: 7 })],
    ['an array', respondWith(200, [known])],
    ['an empty body', respondWith(200, '')],
    ['an oversized body', respondWith(200, { ...known, gia: 'x'.repeat(70_000) })],
    ['a server error', respondWith(500, { erro: 'true' })],
    ['too many requests', respondWith(429, {})],
    ['a redirect', (_request, response) => void response.writeHead(302, { location: '/' }).end()],
    ['a broken connection', (request) => void request.socket.destroy()],
  ] satisfies [string, RequestListener][])(
    'a postal directory counts as unavailable after %s',
    async (_what, listener) => {
      respond = listener
      await expect(create().find('01001000')).rejects.toBeInstanceOf(PostalDirectoryUnavailable)
    },
  )

  it('a postal directory that does not respond in time counts as unavailable', async () => {
    respond = () => undefined
    await expect(create(30).find('01001000')).rejects.toBeInstanceOf(PostalDirectoryUnavailable)
    respond = (_request, response) => void response.writeHead(200).write('{')
    await expect(create(30).find('01001000')).rejects.toBeInstanceOf(PostalDirectoryUnavailable)
  })

  it('a postal directory whose server is down counts as unavailable', async () => {
    const directory = create()
    await new Promise((resolve) => server.close(resolve))
    await expect(directory.find('01001000')).rejects.toBeInstanceOf(PostalDirectoryUnavailable)
    server.listen(0, '127.0.0.1')
  })
})
