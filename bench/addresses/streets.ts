/* A million streets distributed realistically over the cities: a few have tens of thousands, most have dozens. */

export type Street = { id: number; city_id: number; search: string }
type NewStreet = { city_id: number; street_type: string; name: string }

const types = ['street', 'street', 'street', 'street', 'avenue', 'bystreet', 'boulevard', 'square', 'road']
const titles = [
  '',
  '',
  '',
  'Doutor',
  'Professora',
  'Coronel',
  'Padre',
  'Santa',
  'São',
  'Engenheiro',
  'Barão de',
  'Dona',
  'das',
  'do',
]
const firstNames =
  'João José Antônio Maria Ana Francisca Luís Sebastião Benedito Júlio César Flávio Íris Olímpio Úrsula Inácio Conceição Lúcia Tomé Simão Mário Álvaro Ângela Éder Raul Otávio Nair Zélia Hélio Celina Ipê Jacarandá Flores Palmeiras Bandeirantes Tupinambás Guaranis Acácias Orquídeas Andorinhas Beija-Flor Esmeralda Topázio Safira'.split(
    ' ',
  )
const lastNames =
  'Silva Souza Araújo Gonçalves Conceição Magalhães Brandão Guimarães Simões Antunes Falcão Leão Cunha Moraes Assunção Encarnação Espírito Ribeirão Galvão Frazão Damião Peçanha Bragança Alcântara Câmara Sá Mendonça Fonseca Vilela Queirós Zanetti Rossi Müller Schmidt Tanaka Yamada Haddad Pinheiro Carvalho Oliveira Pereira Nogueira Figueira Macieira Laranjeira Barreto Prado Campos Rocha Serra Lagoa Ribeira'.split(
    ' ',
  )
const suffixes = [
  '',
  '',
  '',
  'Filho',
  'Neto',
  'Júnior',
  'da Costa',
  'do Vale',
  'dos Santos',
  'de Lima',
  'e Melo',
]

/** Shuffles the cities deterministically; the first are the largest. */
export function shuffleCities(ids: readonly number[]): number[] {
  return ids.toSorted((a, b) => (Math.imul(a, 2_654_435_761) >>> 0) - (Math.imul(b, 2_654_435_761) >>> 0))
}

export const cityOf = (street: NewStreet): number => street.city_id

/** Generates `count` streets; the share of the city of rank r is proportional to 1 / (r + 3). Duplicate names in a city get a number. */
export function generateStreets(cities: readonly number[], count: number): NewStreet[] {
  let state = 42
  const randomBelow = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const pick = (list: readonly string[]) => list[randomBelow(list.length)] ?? ''
  const total = cities.reduce((sum, _, rank) => sum + 1 / (rank + 3), 0)
  const rows: NewStreet[] = []
  cities.forEach((city_id, rank) => {
    const share = Math.ceil(count / (rank + 3) / total)
    const usedNames = new Set<string>()
    for (let i = 0; i < share && rows.length < count; i++) {
      const words = [pick(titles), pick(firstNames), pick(lastNames), pick(suffixes)].filter(
        (word) => word !== '',
      )
      const street_type = pick(types)
      let name = words.join(' ')
      if (usedNames.has(`${street_type} ${name}`)) name = `${name} ${i}`
      usedNames.add(`${street_type} ${name}`)
      rows.push({ city_id, street_type, name })
    }
  })
  return rows
}
