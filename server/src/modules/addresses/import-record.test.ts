import { describe, expect, it } from 'vitest'
import { readCensusHeader, readCensusLine, readViaCepObject, rejectionReasons } from './import-record.ts'
import type { CensusColumns, KnownCities } from './import-record.ts'

const cities: KnownCities = {
  ids: new Set([3_550_308]),
  byName: new Map([['25:sao paulo', 3_550_308]]),
}

describe('a line of the census', () => {
  const header =
    'COD_UNICO_ENDERECO;COD_UF;COD_MUNICIPIO;CEP;DSC_LOCALIDADE;NOM_TIPO_SEGLOGR;NOM_TITULO_SEGLOGR;NOM_SEGLOGR;NUM_ENDERECO'
  const columns = readCensusHeader(`\ufeff${header}`.slice(1)) as CensusColumns
  const read = (line: string) => readCensusLine(line, columns, cities)

  it('a census file requires its columns, in any order', () => {
    expect(columns.cep).toBe(3)
    expect(readCensusHeader(header.toLowerCase())).toEqual(columns)
    expect(readCensusHeader('CEP;COD_MUNICIPIO')).toBeUndefined()
    expect(readCensusHeader('')).toBeUndefined()
  })

  it('imported address names in upper case are converted to title case', () => {
    expect(read('1;35;3550308;01001000;CENTRO DA SÉ;PRACA;DOUTOR;JOÃO DA SILVA;1')).toEqual({
      cep: '01001000',
      city_id: 3_550_308,
      neighborhood: 'Centro da Sé',
      street: { street_type: 'square', name: 'Doutor João da Silva' },
    })
  })

  it('an unlisted street type remains part of the name', () => {
    expect(read('1;35;3550308;01219010;REPÚBLICA;LARGO;;DO AROUCHE;1')).toMatchObject({
      street: { street_type: null, name: 'Largo do Arouche' },
    })
  })

  it('quoted fields of a census line are parsed', () => {
    expect(read('1;35;3550308;01001000;"SÉ; ""VELHA""";RUA;;"DIREITA";1')).toMatchObject({
      neighborhood: 'Sé; "velha"',
      street: { street_type: 'street', name: 'Direita' },
    })
  })

  it('an unnamed street of a census line is omitted', () => {
    expect(read('1;35;3550308;01001000;SÉ;RUA;;SEM DENOMINACAO;1')).toMatchObject({ street: null })
  })

  it('an invalid census line is rejected with a reason', () => {
    expect(read('1;35')).toEqual({ rejected: 'unreadable' })
    expect(read('1;35;3550308;0100;SÉ;RUA;;DIREITA;1')).toEqual({ rejected: 'invalid_cep' })
    expect(read('1;35;9999999;01001000;SÉ;RUA;;DIREITA;1')).toEqual({ rejected: 'unknown_city' })
    expect(read(`1;35;3550308;01001000;SÉ;RUA;;${'A'.repeat(101)};1`)).toEqual({ rejected: 'too_long' })
    expect(read('1;35;3550308;;;RUA;;;1')).toEqual({ rejected: 'no_address_data' })
    expect(rejectionReasons.unknown_city).toBe('município desconhecido')
  })

  it('a record parsed from a census line contains no characters that the database rejects', () => {
    expect(read('1;35;3550308;01001000;S\u0000É;RUA;;DI\u0001REITA;1')).toMatchObject({
      neighborhood: 'S É',
      street: { name: 'Di Reita' },
    })
  })
})

describe('a ViaCEP-shaped object', () => {
  const read = (value: unknown) => readViaCepObject(JSON.stringify(value), cities)
  const known = {
    cep: '01001-000',
    logradouro: 'Praça da Sé',
    bairro: 'Sé',
    localidade: 'São Paulo',
    uf: 'SP',
    ibge: '3550308',
  }
  const record = {
    cep: '01001000',
    city_id: 3_550_308,
    neighborhood: 'Sé',
    street: { street_type: 'square', name: 'da Sé' },
  }

  it('the city of a ViaCEP-shaped object is found by code or by name', () => {
    expect(read(known)).toEqual(record)
    expect(read({ ...known, ibge: undefined })).toEqual(record)
    expect(read({ ...known, ibge: 3_550_308, localidade: 'x' })).toEqual(record)
  })

  it('a ViaCEP-shaped object may describe a general postal code', () => {
    expect(read({ ...known, logradouro: '', bairro: '' })).toEqual({
      ...record,
      neighborhood: null,
      street: null,
    })
  })

  it('an invalid ViaCEP-shaped object is rejected with a reason', () => {
    expect(readViaCepObject('{', cities)).toEqual({ rejected: 'unreadable' })
    expect(read(null)).toEqual({ rejected: 'unreadable' })
    expect(read({ erro: 'true' })).toEqual({ rejected: 'unknown_city' })
    expect(read({ ...known, cep: '1' })).toEqual({ rejected: 'invalid_cep' })
  })
})
