import { normalizeForSearch } from './normalize-for-search.ts'

/** One of the 26 states or the federal district. Spec §2. */
export type State = { readonly id: number; readonly name: string; readonly uf: string }

/** Ordered by name; ids are 1 to 27. Spec §2, §9. */
export const states = [
  { id: 1, name: 'Acre', uf: 'AC' },
  { id: 2, name: 'Alagoas', uf: 'AL' },
  { id: 3, name: 'Amapá', uf: 'AP' },
  { id: 4, name: 'Amazonas', uf: 'AM' },
  { id: 5, name: 'Bahia', uf: 'BA' },
  { id: 6, name: 'Ceará', uf: 'CE' },
  { id: 7, name: 'Distrito Federal', uf: 'DF' },
  { id: 8, name: 'Espírito Santo', uf: 'ES' },
  { id: 9, name: 'Goiás', uf: 'GO' },
  { id: 10, name: 'Maranhão', uf: 'MA' },
  { id: 11, name: 'Mato Grosso', uf: 'MT' },
  { id: 12, name: 'Mato Grosso do Sul', uf: 'MS' },
  { id: 13, name: 'Minas Gerais', uf: 'MG' },
  { id: 14, name: 'Pará', uf: 'PA' },
  { id: 15, name: 'Paraíba', uf: 'PB' },
  { id: 16, name: 'Paraná', uf: 'PR' },
  { id: 17, name: 'Pernambuco', uf: 'PE' },
  { id: 18, name: 'Piauí', uf: 'PI' },
  { id: 19, name: 'Rio de Janeiro', uf: 'RJ' },
  { id: 20, name: 'Rio Grande do Norte', uf: 'RN' },
  { id: 21, name: 'Rio Grande do Sul', uf: 'RS' },
  { id: 22, name: 'Rondônia', uf: 'RO' },
  { id: 23, name: 'Roraima', uf: 'RR' },
  { id: 24, name: 'Santa Catarina', uf: 'SC' },
  { id: 25, name: 'São Paulo', uf: 'SP' },
  { id: 26, name: 'Sergipe', uf: 'SE' },
  { id: 27, name: 'Tocantins', uf: 'TO' },
] as const satisfies readonly State[]

/** A two-letter code. */
export type Uf = (typeof states)[number]['uf']

/** The states whose code equals the text or whose name starts with it, ignoring accents and case. Spec §2. */
export function filterStates(text: string): readonly State[] {
  const prefix = normalizeForSearch(text)
  return states.filter(
    (state) => state.uf.toLowerCase() === prefix || normalizeForSearch(state.name).startsWith(prefix),
  )
}

/** The state with this id, or undefined. */
export function stateById(id: number): State | undefined {
  return states.find((state) => state.id === id)
}

/** The state with this code, ignoring case, or undefined. */
export function stateByUf(uf: string): State | undefined {
  const code = uf.trim().toUpperCase()
  return states.find((state) => state.uf === code)
}
