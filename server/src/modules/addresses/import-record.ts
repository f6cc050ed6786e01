import { parseCep } from '@clube/contract/brazil/cep.ts'
import type { Cep } from '@clube/contract/brazil/cep.ts'
import { normalizeForSearch } from '@clube/contract/brazil/normalize-for-search.ts'
import { stateByUf } from '@clube/contract/brazil/states.ts'
import { splitStreet, streetTypeOf } from '@clube/contract/brazil/street-types.ts'
import type { StreetType } from '@clube/contract/brazil/street-types.ts'

/** One parsed line or object of an address file. */
export type AddressRecord = {
  readonly cep: Cep | null
  readonly city_id: number
  readonly neighborhood: string | null
  readonly street: { readonly street_type: StreetType | null; readonly name: string } | null
}

/** Why a record was rejected. */
export const rejectionReasons = {
  unreadable: 'registro ilegível',
  too_long: 'registro ou nome longo demais',
  invalid_cep: 'CEP inválido',
  unknown_city: 'município desconhecido',
  no_address_data: 'sem CEP, bairro e logradouro',
} as const
export type RejectionReason = keyof typeof rejectionReasons

export type ReadRecord = AddressRecord | { readonly rejected: RejectionReason }

/** The country's cities, by code or by state and normalized name. */
export type KnownCities = {
  readonly ids: ReadonlySet<number>
  /** `25:sao paulo` → 3550308. */
  readonly byName: ReadonlyMap<string, number>
}

/** Maximum length of a name. */
const nameMaxLength = 100

/** Words that remain lower case except at the start of a name. */
const lowercaseWords = new Set([
  'a',
  'as',
  'e',
  'o',
  'os',
  'da',
  'das',
  'de',
  'do',
  'dos',
  'em',
  'na',
  'no',
  'com',
])

/** Converts capitals to title case; names in mixed case are unchanged. */
function nameOf(text: string): string {
  const name = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
  if (name !== name.toUpperCase()) return name
  return name
    .toLowerCase()
    .split(' ')
    .map((word, index) =>
      index > 0 && lowercaseWords.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ')
}

/** The census's placeholders for missing names. */
const missingNames = new Set(['sem denominacao', 'sem nome', 'nao tem', ''])

function toRecord(record: {
  cep: string
  city_id: number | undefined
  neighborhood: string
  street: { street_type: StreetType | undefined; name: string }
}): ReadRecord {
  const cep = record.cep.trim() === '' ? undefined : parseCep(record.cep)
  if (cep?.ok === false) return { rejected: 'invalid_cep' }
  if (record.city_id === undefined) return { rejected: 'unknown_city' }
  const neighborhood = nameOf(record.neighborhood)
  const street = nameOf(record.street.name)
  if (neighborhood.length > nameMaxLength || street.length > nameMaxLength) return { rejected: 'too_long' }
  const hasNeighborhood = !missingNames.has(normalizeForSearch(neighborhood))
  const hasStreet = !missingNames.has(normalizeForSearch(street))
  if (cep === undefined && !hasNeighborhood && !hasStreet) return { rejected: 'no_address_data' }
  return {
    cep: cep?.value ?? null,
    city_id: record.city_id,
    neighborhood: hasNeighborhood ? neighborhood : null,
    street: hasStreet ? { street_type: record.street.street_type ?? null, name: street } : null,
  }
}

/** Parses an object shaped like ViaCEP's response: `cep, logradouro, bairro, localidade, uf, ibge`. */
export function readViaCepObject(text: string, cities: KnownCities): ReadRecord {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { rejected: 'unreadable' }
  }
  if (typeof value !== 'object' || value === null) return { rejected: 'unreadable' }
  const fields: Readonly<Record<string, unknown>> = { ...value }
  const field = (name: string): string => {
    const found = fields[name]
    return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : ''
  }
  const { street_type, street_name } = splitStreet(field('logradouro'))
  return toRecord({
    cep: field('cep'),
    city_id: cityByCode(field('ibge'), cities) ?? cityByName(field('localidade'), field('uf'), cities),
    neighborhood: field('bairro'),
    street: { street_type, name: street_name },
  })
}

function cityByCode(code: string, cities: KnownCities): number | undefined {
  const id = /^\d{7}$/.test(code.trim()) ? Number(code) : undefined
  return id !== undefined && cities.ids.has(id) ? id : undefined
}

function cityByName(name: string, uf: string, cities: KnownCities): number | undefined {
  return cities.byName.get(`${stateByUf(uf)?.id}:${normalizeForSearch(name)}`)
}

/** Column positions of a census file (CNEFE), which differ between editions. */
export type CensusColumns = {
  readonly cep: number
  readonly city: number
  readonly neighborhood: number
  readonly street_type: number
  readonly street_title: number
  readonly street_name: number
}

const censusNames = {
  cep: 'CEP',
  city: 'COD_MUNICIPIO',
  neighborhood: 'DSC_LOCALIDADE',
  street_type: 'NOM_TIPO_SEGLOGR',
  street_title: 'NOM_TITULO_SEGLOGR',
  street_name: 'NOM_SEGLOGR',
} as const satisfies Record<keyof CensusColumns, string>

/** Finds the columns in the header of a census file; undefined for any other file. */
export function readCensusHeader(line: string): CensusColumns | undefined {
  const names = splitFields(line).map((name) => name.trim().toUpperCase())
  const positionOf = (key: keyof CensusColumns) => names.indexOf(censusNames[key])
  const columns = {
    cep: positionOf('cep'),
    city: positionOf('city'),
    neighborhood: positionOf('neighborhood'),
    street_type: positionOf('street_type'),
    street_title: positionOf('street_title'),
    street_name: positionOf('street_name'),
  }
  return Object.values(columns).includes(-1) ? undefined : columns
}

/** Parses one line of a census file (CNEFE), separated by semicolons. */
export function readCensusLine(line: string, columns: CensusColumns, cities: KnownCities): ReadRecord {
  const fields = splitFields(line)
  if (fields.length <= Math.max(...Object.values(columns))) return { rejected: 'unreadable' }
  const field = (key: keyof CensusColumns) => fields[columns[key]]?.trim() ?? ''
  const typeName = field('street_type')
  const street_type = streetTypeOf(typeName)
  // A type outside the enumeration stays in the name: "Largo do Arouche".
  const words = [street_type === undefined ? typeName : '', field('street_title'), field('street_name')]
  const isNamed = !missingNames.has(normalizeForSearch(field('street_name')))
  return toRecord({
    cep: field('cep'),
    city_id: cityByCode(field('city'), cities),
    neighborhood: field('neighborhood'),
    street: { street_type, name: isNamed ? words.filter((word) => word !== '').join(' ') : '' },
  })
}

/** Splits a line at semicolons; a field may be quoted, with doubled quotes as escape. */
function splitFields(line: string): string[] {
  if (!line.includes('"')) return line.split(';')
  return Array.from(line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)).map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
  )
}
