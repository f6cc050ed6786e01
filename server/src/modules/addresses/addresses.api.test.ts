import { normalizeForSearch } from '@clube/contract/brazil/normalize-for-search.ts'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../http/app.ts'
import type { PostalResponse, PostalDirectory } from '../../ports/postal-directory.ts'
import { PostalDirectoryUnavailable } from '../../ports/postal-directory.ts'
import { useDatabase } from '../../testing/database.ts'
import { bindAddressRoutes, checkPlace, namesTooLong, purgePostalResponses } from './index.ts'

const database = useDatabase()
const saoPaulo = 3_550_308
const campinas = 3_509_502

let app: FastifyInstance
let now: Date
let lookups: string[]
let responses: (PostalResponse | null | 'down')[]

/** Directories that return the prepared `responses` in turn. */
const directories = ['one', 'other'].map((name, i): PostalDirectory => ({
  name,
  find: async (cep) => {
    lookups.push(`${name} ${cep}`)
    const response = responses[i] ?? null
    if (response === 'down') throw new PostalDirectoryUnavailable('down')
    return response
  },
}))

beforeAll(async () => {
  app = await createApp({ log: pino({ level: 'silent' }), baseUrl: 'http://127.0.0.1', trustProxy: false })
  const binder = {
    app,
    guards: {
      identifiedAccess: 'participate' as const,
      findSession: async () => null,
      findStaffSession: async () => null,
      spendProof: async () => undefined,
    },
    clock: () => now,
    secureCookies: false,
    checkResponses: true,
  }
  bindAddressRoutes(binder, { db: database.db, clock: () => now, directories })
})
afterAll(() => app.close())
beforeEach(() => {
  now = new Date('2026-11-21T12:00:00Z')
  lookups = []
  responses = []
})

type Option = { id: number; text: string; additional_data?: Record<string, string> }
type ResponseBody = {
  success: boolean
  data: Option[] & Record<string, unknown>
  next_cursor?: string | null
  errors?: { path: string; message: string }[]
}

const get = async (call: string, query: Record<string, string> = {}) => {
  const response = await app.inject({ method: 'GET', url: `/api/core/address/${call}`, query })
  return { status: response.statusCode, body: response.json<ResponseBody>() }
}
const texts = async (call: string, query: Record<string, string>) =>
  (await get(call, query)).body.data.map((option) => option.text)
/** Reads all pages. */
const allPages = async (call: string, query: Record<string, string>) => {
  const pages: Option[][] = []
  let cursor: string | null | undefined
  do {
    const { body } = await get(call, cursor ? { ...query, cursor } : query)
    pages.push(body.data)
    cursor = body.next_cursor
  } while (cursor)
  return pages
}

const addStreets = async (
  city_id: number,
  names: readonly string[],
  street_type: 'street' | 'avenue' | null = 'street',
) => {
  const rows = names.map((name) => ({ city_id, street_type, name, search: normalizeForSearch(name) }))
  const added = await database.db.insertInto('street').values(rows).returning('id').execute()
  return added.map(({ id }) => id)
}
const addNeighborhood = async (city_id: number, name: string) =>
  database.db
    .insertInto('neighborhood')
    .values({ city_id, name, search: normalizeForSearch(name) })
    .returning('id')
    .executeTakeFirstOrThrow()

it('the address calls are documented with the parameters of the specification', async () => {
  await app.ready()
  const document = app.swagger() as {
    paths: Record<string, { get: { parameters: { name: string; in: string }[] } } | undefined>
  }
  const parameters = (call: string) =>
    document.paths[`/api/core/address/${call}`]?.get.parameters.map((parameter) => parameter.name).sort()
  expect(parameters('city')).toEqual(['cursor', 'id', 'state_id', 'text'])
  expect(parameters('neighborhood')).toEqual(['city_id', 'cursor', 'id', 'text'])
  expect(parameters('street')).toEqual(['city_id', 'cursor', 'district_id', 'id', 'text'])
  expect(parameters('postal-address')).toEqual(['postal_code'])
  expect(parameters('lookup')).toEqual(['cep', 'postal_code'])
})

describe('cities', () => {
  it('all 5,571 municipalities are listed page by page, each once', async () => {
    const pages = await allPages('city', {})
    const ids = pages.flat().map((city) => city.id)
    expect(ids).toHaveLength(5571)
    expect(new Set(ids).size).toBe(5571)
    expect(pages.slice(0, -1).every((page) => page.length === 50)).toBe(true)
  })

  it('cities are found by prefix first, then by substring, ignoring accents and case', async () => {
    expect((await get('city', { text: 'CAMPINAS', state_id: '25' })).body.data[0]).toEqual({
      id: campinas,
      text: 'Campinas',
      additional_data: { uf: 'SP' },
    })
    const found = await texts('city', { text: 'sao paulo' })
    expect(found[0]).toBe('São Paulo')
    expect(found).toContain('São Paulo de Olivença')
    expect(await texts('city', { text: 'barbara doeste' })).toEqual(["Santa Bárbara d'Oeste"])
    expect(await texts('city', { text: 'xyzzy' })).toEqual([])
  })

  it('cities are filtered by state or id', async () => {
    expect((await allPages('city', { state_id: '25' })).flat()).toHaveLength(645)
    expect((await allPages('city', { state_id: '7' })).flat()).toEqual([
      { id: 5_300_108, text: 'Brasília', additional_data: { uf: 'DF' } },
    ])
    expect(await texts('city', { id: String(saoPaulo) })).toEqual(['São Paulo'])
    expect(await texts('city', { id: String(saoPaulo), state_id: '7' })).toEqual([])
    expect(await texts('city', { id: '1' })).toEqual([])
  })

  it('city pages list prefix matches and then the other matches, without duplicates', async () => {
    const found = (await allPages('city', { text: 'santa' })).flat()
    expect(new Set(found.map((city) => city.id)).size).toBe(found.length)
    const isPrefix = found.map((city) => normalizeForSearch(city.text).startsWith('santa'))
    expect(isPrefix.indexOf(false)).toBeGreaterThan(50)
    expect(isPrefix.lastIndexOf(true)).toBeLessThan(isPrefix.indexOf(false))
    const { rows } = await database.pool.query<{ count: number }>(
      "select count(*)::int as count from city where search like '%santa%'",
    )
    expect(found).toHaveLength(rows[0]?.count ?? -1)
  })
})

describe('neighborhoods and streets', () => {
  it('lists of neighborhoods and streets are empty without a city', async () => {
    for (const call of ['neighborhood', 'street']) {
      expect(await get(call)).toMatchObject({
        status: 200,
        body: { success: true, data: [], next_cursor: null },
      })
    }
  })

  it('neighborhoods and streets are ordered by name; streets are found with or without their type', async () => {
    const neighborhood = await addNeighborhood(campinas, 'Cambuí')
    const [first, second] = await addStreets(campinas, ['Coronel Quirino', 'Antônio Lapa'])
    const [third] = await addStreets(campinas, ['Coronel Silva Telles'], 'avenue')
    const [square] = await addStreets(campinas, ['Largo do Rosário'], null)
    await database.db
      .insertInto('street_neighborhood')
      .values([{ neighborhood_id: neighborhood.id, street_id: first ?? 0 }])
      .execute()
    expect((await get('neighborhood', { city_id: String(campinas), text: 'camb' })).body.data).toEqual([
      { id: neighborhood.id, text: 'Cambuí' },
    ])
    const city_id = String(campinas)
    expect((await get('street', { city_id })).body.data).toEqual([
      {
        id: second,
        text: 'Rua Antônio Lapa',
        additional_data: { street_type: 'street', street_name: 'Antônio Lapa' },
      },
      {
        id: first,
        text: 'Rua Coronel Quirino',
        additional_data: { street_type: 'street', street_name: 'Coronel Quirino' },
      },
      {
        id: third,
        text: 'Avenida Coronel Silva Telles',
        additional_data: { street_type: 'avenue', street_name: 'Coronel Silva Telles' },
      },
      { id: square, text: 'Largo do Rosário', additional_data: { street_name: 'Largo do Rosário' } },
    ])
    expect(await texts('street', { city_id, text: 'coronel' })).toHaveLength(2)
    expect(await texts('street', { city_id, text: 'avenida cor' })).toEqual(['Avenida Coronel Silva Telles'])
    expect(await texts('street', { city_id, text: 'quirino' })).toEqual(['Rua Coronel Quirino'])
    expect(await texts('street', { city_id, district_id: String(neighborhood.id) })).toEqual([
      'Rua Coronel Quirino',
    ])
    expect(await texts('street', { district_id: String(neighborhood.id), text: 'lapa' })).toEqual([])
    expect(await texts('street', { id: String(third) })).toEqual(['Avenida Coronel Silva Telles'])
    expect(await texts('street', { city_id: String(saoPaulo) })).toEqual([])
  })

  it('streets added between two pages cause no duplicates or gaps', async () => {
    const city_id = '4314902'
    await addStreets(
      4_314_902,
      Array.from({ length: 120 }, (_, i) => `Rua ${String(i * 2).padStart(3, '0')}`),
    )
    const first = await get('street', { city_id })
    await addStreets(4_314_902, ['Rua 001', 'Rua 099a'])
    const second = await get('street', { city_id, cursor: first.body.next_cursor ?? '' })
    expect(first.body.data.at(-1)?.text).toBe('Rua Rua 098')
    expect(second.body.data[0]?.text).toBe('Rua Rua 099a')
    expect(second.body.data[1]?.text).toBe('Rua Rua 100')
  })
})

describe('hostile filters', () => {
  const forge = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  it.each([
    ['city', { state_id: '99999999999' }, 'state_id'],
    ['city', { id: "1' or '1'='1" }, 'id'],
    ['city', { text: 'a'.repeat(101) }, 'text'],
    ['street', { city_id: '-1' }, 'city_id'],
    ['neighborhood', { city_id: '1', cursor: 'não é' }, 'cursor'],
    ['city', { cursor: forge(['prefix', 'a\u0000', 1]) }, 'cursor'],
    ['city', { cursor: forge(['prefix', 'a', 2 ** 31]) }, 'cursor'],
    ['city', { cursor: forge(['drop', 'a', 1]) }, 'cursor'],
    ['city', { cursor: forge({ length: 3 }) }, 'cursor'],
    ['city', { cursor: forge(null) }, 'cursor'],
  ])('the %s list rejects the filter %o with a message in Portuguese', async (call, query, path) => {
    expect(await get(call, query)).toMatchObject({
      status: 422,
      body: { success: false, errors: [{ path, message: 'Filtro inválido' }] },
    })
  })

  it('hostile search text causes no server error', async () => {
    for (const text of [
      '%',
      '_',
      '\\',
      "'; drop table city; --",
      '\u0000',
      '\ud800',
      '🙂',
      '~',
      'a%',
      '١٢',
    ]) {
      for (const call of ['city', 'neighborhood', 'street'])
        expect((await get(call, { text, city_id: String(saoPaulo) })).status).toBe(200)
    }
    expect((await app.inject('/api/core/address/city?state_id=1&state_id=2')).statusCode).toBe(422)
    expect((await app.inject('/api/core/address/city?text=%00%ff')).statusCode).toBeLessThan(500)
  })

  it('an invalid postal code is rejected', async () => {
    expect((await get('postal-address')).body.errors?.[0]?.path).toBe('postal_code')
    for (const postal_code of ['', '0100100', '../../etc', 'a\u0000'])
      expect(await get('postal-address', { postal_code })).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'postal_code' }] },
      })
    expect((await get('postal-address', { postal_code: '1' })).body.errors?.[0]?.message).toBe('CEP inválido')
    expect(await get('lookup', { cep: '01001000', postal_code: '01001001' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'cep', message: 'CEP inválido' }] },
    })
    expect(lookups).toEqual([])
  })
})

describe('postal lookup', () => {
  const sé: PostalResponse = {
    street: 'Praça da Sé',
    neighborhood: 'SÉ',
    city: 'São Paulo',
    uf: 'SP',
    city_id: saoPaulo,
  }
  const found = { logradouro: 'Praça', endereco: 'da Sé', bairro: 'SÉ', estado_id: 25, cidade_id: saoPaulo }

  it('both postal lookups use the local table without querying a directory', async () => {
    const neighborhood = await addNeighborhood(saoPaulo, 'Consolação')
    const [street_id] = await addStreets(saoPaulo, ['Augusta'])
    await database.db
      .insertInto('postal_code')
      .values([
        {
          cep: '01304000',
          city_id: saoPaulo,
          neighborhood_id: neighborhood.id,
          street_id: street_id ?? null,
        },
        { cep: '13000000', city_id: campinas, neighborhood_id: null, street_id: null },
      ])
      .execute()
    const expected = {
      logradouro: 'Rua',
      endereco: 'Augusta',
      bairro: 'Consolação',
      bairro_id: neighborhood.id,
      estado_id: 25,
      cidade_id: saoPaulo,
      cep: '01304000',
    }
    expect((await get('postal-address', { postal_code: '01304-000' })).body.data).toEqual(expected)
    expect((await get('lookup', { cep: '01304000', postal_code: '01304000' })).body.data).toEqual(expected)
    expect((await get('postal-address', { postal_code: '13000000' })).body.data).toEqual({
      estado_id: 25,
      cidade_id: campinas,
      cep: '13000000',
    })
    expect(lookups).toEqual([])
  })

  it('postal directories are queried in turn, and the result is cached for 30 days', async () => {
    responses = ['down', sé]
    const lookUp = () => get('postal-address', { postal_code: '01001000' })
    expect(await lookUp()).toMatchObject({ status: 200, body: { data: { ...found, cep: '01001000' } } })
    expect(lookups).toEqual(['one 01001000', 'other 01001000'])
    now = new Date(now.getTime() + 30 * 24 * 60 * 60 * 1000 - 1)
    expect((await lookUp()).body.data).toMatchObject(found)
    expect(lookups).toHaveLength(2)
    now = new Date(now.getTime() + 1)
    responses = [null, null]
    expect((await lookUp()).body.data).toEqual({})
    expect(lookups).toHaveLength(4)
  })

  it('the city in a directory’s response is matched by state and name, and the neighborhood by name', async () => {
    const neighborhood = await addNeighborhood(saoPaulo, 'Sé')
    responses = [{ ...sé, city_id: null, city: 'SAO PAULO', street: 'Largo São Bento' }]
    expect((await get('postal-address', { postal_code: '01029010' })).body.data).toEqual({
      endereco: 'Largo São Bento',
      bairro: 'Sé',
      bairro_id: neighborhood.id,
      estado_id: 25,
      cidade_id: saoPaulo,
      cep: '01029010',
    })
    // A city that is not in the given state is not trusted.
    responses = [{ ...sé, uf: 'RJ' }]
    expect((await get('postal-address', { postal_code: '20000000' })).body.data).toEqual({
      logradouro: 'Praça',
      endereco: 'da Sé',
      bairro: 'SÉ',
      estado_id: 19,
      cep: '20000000',
    })
  })

  it('an unknown postal code gives an empty result, cached for a day', async () => {
    const lookUp = () => get('postal-address', { postal_code: '99999999' })
    expect(await lookUp()).toMatchObject({ status: 200, body: { success: true, data: {} } })
    expect((await lookUp()).body.data).toEqual({})
    expect(lookups).toHaveLength(2)
    now = new Date(now.getTime() + 24 * 60 * 60 * 1000)
    await lookUp()
    expect(lookups).toHaveLength(4)
  })

  it('when all postal directories fail, the result is empty and not cached', async () => {
    responses = ['down', 'down']
    const lookUp = () => get('postal-address', { postal_code: '88888888' })
    expect(await lookUp()).toMatchObject({ status: 200, body: { data: {} } })
    responses = [null, 'down']
    expect((await lookUp()).body.data).toEqual({})
    responses = [sé]
    expect((await lookUp()).body.data).toMatchObject({ endereco: 'da Sé' })
  })

  it('text from postal directories is sanitized', async () => {
    responses = [{ ...sé, street: ' Rua\u0000  Direita\n', neighborhood: '\u0007' }]
    expect((await get('postal-address', { postal_code: '01002000' })).body.data).toEqual({
      logradouro: 'Rua',
      endereco: 'Direita',
      estado_id: 25,
      cidade_id: saoPaulo,
      cep: '01002000',
    })
  })

  it('expired directory responses are purged', async () => {
    responses = [sé]
    await get('postal-address', { postal_code: '01003000' })
    const kept = () =>
      database.db.selectFrom('postal_response').select('cep').where('cep', '=', '01003000').execute()
    await purgePostalResponses(database.db, now)
    expect(await kept()).toHaveLength(1)
    await purgePostalResponses(database.db, new Date(now.getTime() + 30 * 24 * 60 * 60 * 1000))
    expect(await kept()).toHaveLength(0)
  })
})

describe('names longer than the free-text limit', () => {
  const [longStreet, longNeighborhood] = [
    'Desembargador '.repeat(5).trim(),
    'Conjunto Habitacional '.repeat(4).trim(),
  ]
  const tooLong = (place: { cep?: string; neighborhood?: string; street_name?: string }) =>
    namesTooLong(
      { db: database.db, clock: () => now },
      { cep: '99999999', city_id: campinas, neighborhood: 'Centro', street_name: 'XV', ...place },
    )

  it('a name longer than the free-text limit is accepted if it is in the city’s lists, ignoring case', async () => {
    expect(await tooLong({ neighborhood: longNeighborhood, street_name: longStreet })).toEqual([
      'neighborhood',
      'street_name',
    ])
    await addStreets(campinas, [longStreet])
    await addNeighborhood(campinas, longNeighborhood)
    expect(await tooLong({ neighborhood: longNeighborhood.toUpperCase(), street_name: longStreet })).toEqual(
      [],
    )
    expect(await tooLong({ street_name: `${longStreet} X` })).toEqual(['street_name'])
    expect(await tooLong({ street_name: 'a'.repeat(50), neighborhood: 'a'.repeat(75) })).toEqual([])
    const elsewhere = {
      cep: '99999999',
      city_id: saoPaulo,
      neighborhood: longNeighborhood,
      street_name: longStreet,
    }
    expect(await namesTooLong({ db: database.db, clock: () => now }, elsewhere)).toHaveLength(2)
  })

  it('a name longer than the free-text limit is accepted if a directory returned it for this CEP and city', async () => {
    const longName = 'Professora '.repeat(6).trim()
    const city = { city: 'São Paulo', uf: 'SP', city_id: saoPaulo }
    responses = [{ ...city, street: `Rua ${longName}`, neighborhood: longName.repeat(2) }]
    await get('postal-address', { postal_code: '01009000' })
    const place = { cep: '01009-000', neighborhood: longName.repeat(2), street_name: longName }
    expect(
      await namesTooLong({ db: database.db, clock: () => now }, { ...place, city_id: saoPaulo }),
    ).toEqual([])
    expect(await tooLong(place)).toEqual(['neighborhood', 'street_name'])
    expect(await tooLong({ ...place, cep: 'nenhum' })).toHaveLength(2)
  })
})

describe('the place of an address', () => {
  it('the state, city and neighborhood of an address must match', async () => {
    const neighborhood = await addNeighborhood(saoPaulo, 'Moema')
    const check = (state_id: number, city_id: number, district_id?: number | null) =>
      checkPlace({ db: database.db }, { state_id, city_id, district_id })
    expect(await check(25, saoPaulo)).toEqual({ city_name: 'São Paulo', neighborhood_name: null })
    expect(await check(25, saoPaulo, neighborhood.id)).toEqual({
      city_name: 'São Paulo',
      neighborhood_name: 'Moema',
    })
    expect(await check(19, saoPaulo)).toBeNull()
    expect(await check(25, campinas, neighborhood.id)).toBeNull()
    expect(await check(25, 1)).toBeNull()
    expect(await check(25, saoPaulo, 2_000_000_000)).toBeNull()
  })
})
