import { getStates } from '@brazilian-utils/brazilian-utils'
import { describe, expect, it } from 'vitest'
import { filterStates, stateById, stateByUf, states } from './states.ts'

const ufs = (text: string) => filterStates(text).map((state) => state.uf)

describe('states', () => {
  it('there are 27 states, with ids 1 to 27 and their official names and codes', () => {
    expect(states.map((state) => state.id)).toEqual(Array.from({ length: 27 }, (_, i) => i + 1))
    const named = (list: readonly { name: string; uf: string }[]) =>
      list.map(({ name, uf }) => `${uf} ${name}`).sort()
    expect(named(states)).toEqual(named(getStates().map(({ name, code }) => ({ name, uf: code }))))
  })

  it('states are filtered by code or name prefix, ignoring accents', () => {
    expect(filterStates('')).toHaveLength(27)
    expect(ufs('sp')).toEqual(['SP'])
    expect(ufs('sao')).toEqual(['SP'])
    expect(ufs('SÃO P')).toEqual(['SP'])
    expect(ufs('rio g')).toEqual(['RN', 'RS'])
    expect(ufs('para')).toEqual(['PA', 'PB', 'PR'])
    expect(ufs('pa')).toEqual(['PA', 'PB', 'PR'])
    expect(ufs('ms')).toEqual(['MS'])
    expect(ufs('paulo')).toEqual([])
  })

  it('a state is found by id and by code', () => {
    expect(stateById(25)?.uf).toBe('SP')
    expect(stateById(28)).toBeUndefined()
    expect(stateByUf('rj')?.name).toBe('Rio de Janeiro')
    expect(stateByUf('XX')).toBeUndefined()
  })
})
