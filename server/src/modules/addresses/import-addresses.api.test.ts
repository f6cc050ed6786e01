import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../../testing/database.ts'
import { AddressFileError, importAddresses } from './index.ts'
import { lookUpPostalAddress } from './look-up-postal-address.ts'
import type { ImportProgress } from './index.ts'
import type { Cep } from '@clube/contract/brazil/cep.ts'

const database = useDatabase()
const clock = () => new Date('2026-11-21T12:00:00Z')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'address-import-'))
  await database.pool.query(
    'truncate address_import, address_import_rejection, postal_code, street_neighborhood, street, neighborhood',
  )
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const write = async (content: string | Uint8Array, name = 'enderecos') => {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
const run = (
  file: string,
  more: { signal?: AbortSignal; onProgress?: (progress: ImportProgress) => void } = {},
) => importAddresses({ db: database.db, clock }, { file, ...more })
const lookUp = (cep: string) => lookUpPostalAddress({ db: database.db, clock, directories: [] }, cep as Cep)
const count = async (table: string) => {
  const { rows } = await database.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)
  return rows[0]?.count
}

const header =
  'COD_UF;COD_MUNICIPIO;CEP;DSC_LOCALIDADE;NOM_TIPO_SEGLOGR;NOM_TITULO_SEGLOGR;NOM_SEGLOGR;NUM_ENDERECO'
const house = (cep: string, street: string, more: { neighborhood?: string; city?: string } = {}) =>
  `35;${more.city ?? '3550308'};${cep};${more.neighborhood ?? 'SE'};RUA;;${street};1`

describe('a census file', () => {
  it('importing a census file adds its streets, neighborhoods and postal codes, each once', async () => {
    const lines = [
      header,
      house('01001000', 'DIREITA'),
      house('01001000', 'DIREITA'),
      house('01002000', 'DIREITA', { neighborhood: 'CENTRO' }),
      house('13010000', 'DIREITA', { city: '3509502', neighborhood: '' }),
    ]
    const report = await run(await write(lines.join('\r\n')))
    expect(report).toMatchObject({ lines_read: 4, lines_rejected: 0, rejections: [], resumed_at_byte: 0 })
    expect(report.bytes_read).toBe(report.bytes_total)
    expect(await count('street')).toBe(2)
    expect(await count('neighborhood')).toBe(2)
    expect(await count('street_neighborhood')).toBe(2)
    expect(await lookUp('01001000')).toMatchObject({ logradouro: 'Rua', endereco: 'Direita', bairro: 'Se' })
    expect(await lookUp('13010000')).toMatchObject({ endereco: 'Direita', cidade_id: 3_509_502 })
  })

  it('a postal code shared by two streets has no street', async () => {
    const file = await write(
      [
        header,
        house('13190000', 'UM'),
        house('13190000', 'DOIS', { neighborhood: '' }),
        ...Array.from({ length: 2_000 }, () => house('01001000', 'DIREITA')),
        // In a later batch: another street for a stored code.
        house('01001000', 'ESQUERDA'),
        house('13190000', 'UM'),
      ].join('\n'),
    )
    await run(file)
    expect(await lookUp('13190000')).toEqual({
      bairro: 'Se',
      bairro_id: expect.any(Number),
      estado_id: 25,
      cidade_id: 3_550_308,
      cep: '13190000',
    })
    expect((await lookUp('01001000')).endereco).toBeUndefined()
  })

  it('rejected lines of a census file are reported with line number and reason, and the rest is imported', async () => {
    const file = await write(
      [
        header,
        house('0100', 'A'),
        house('01001000', 'B'),
        'x',
        '',
        house('01001000', 'C', { city: '1' }),
      ].join('\n'),
    )
    const report = await run(file)
    expect(report.rejections).toEqual([
      { line: 2, reason: 'invalid_cep' },
      { line: 4, reason: 'unreadable' },
      { line: 6, reason: 'unknown_city' },
    ])
    expect(report).toMatchObject({ lines_read: 5, lines_rejected: 3 })
    expect(await count('street')).toBe(1)
  })

  it('an interrupted address import resumes, reports progress, and does not run again once finished', async () => {
    const houses = Array.from({ length: 5_000 }, (_, i) =>
      i === 4_500 ? 'x' : house(String(10_000_000 + i), `NUMERO ${i}`),
    )
    const file = await write([header, ...houses].join('\n'))
    const stop = new AbortController()
    await expect(run(file, { signal: stop.signal, onProgress: () => stop.abort() })).rejects.toThrow()
    expect(await count('street')).toBe(2_000)

    const seen: number[] = []
    const resumed = await run(file, { onProgress: (progress) => seen.push(progress.lines_read) })
    expect(resumed.resumed_at_byte).toBeGreaterThan(0)
    expect(seen).toEqual([4_000, 5_000])
    expect(resumed).toMatchObject({ lines_read: 5_000, rejections: [{ line: 4_502, reason: 'unreadable' }] })
    expect(await count('street')).toBe(4_999)

    const again = await run(file, { onProgress: () => expect.unreachable('it was finished') })
    expect(again).toMatchObject({ lines_read: 5_000, lines_rejected: 1 })
    await appendFile(file, `\n${house('99999999', 'NOVA')}`)
    expect(await run(file)).toMatchObject({ resumed_at_byte: 0, lines_read: 5_001 })
    expect(await count('street')).toBe(5_000)
  })

  it('a file that is imported twice concurrently is stored once', async () => {
    const houses = Array.from({ length: 6_000 }, (_, i) => house(String(10_000_000 + i), `NUMERO ${i}`))
    const file = await write([header, ...houses].join('\n'))
    const results = await Promise.allSettled([run(file), run(file)])
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.every((result) => result.reason instanceof AddressFileError)).toBe(true)
    expect(refused.length).toBeLessThan(2)
    expect(await count('street')).toBe(6_000)
    const { rows } = await database.pool.query<{ lines_read: number }>(
      'select lines_read from address_import',
    )
    expect(rows).toEqual([{ lines_read: 6_000 }])
  })

  it('an address file in an unknown format is rejected', async () => {
    for (const content of ['', 'nome;cpf\nAna;529', '\u0000\u0001\u0002'])
      await expect(run(await write(content))).rejects.toBeInstanceOf(AddressFileError)
    await expect(run(join(folder, 'missing'))).rejects.toThrow('ENOENT')
  })
})

describe('a dump of ViaCEP-shaped objects', () => {
  const sé = { cep: '01001-000', logradouro: 'Praça da Sé', bairro: 'Sé', localidade: 'São Paulo', uf: 'SP' }

  it('a JSON dump of addresses can be a list or have one object per line', async () => {
    const objects = [
      sé,
      { ...sé, cep: '13190-000', logradouro: '', bairro: '', ibge: '3550308' },
      { erro: true },
    ]
    const report = await run(await write(JSON.stringify(objects, null, 2)))
    expect(report).toMatchObject({ lines_read: 3, rejections: [{ line: 3, reason: 'unknown_city' }] })
    expect(await lookUp('01001000')).toMatchObject({ logradouro: 'Praça', endereco: 'da Sé', bairro: 'Sé' })
    expect((await lookUp('13190000')).endereco).toBeUndefined()
    await run(await write(`${JSON.stringify({ ...sé, logradouro: 'Rua Nova' })}\n`))
    expect(await lookUp('01001000')).toMatchObject({ logradouro: 'Rua', endereco: 'Nova' })
  })
})
