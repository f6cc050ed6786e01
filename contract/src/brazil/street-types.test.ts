import { describe, expect, it } from 'vitest'
import { splitStreet, streetTypeLabels, streetTypeOf, streetTypeSchema, streetTypes } from './street-types.ts'

describe('street types', () => {
  it('street types are those of the specification', () => {
    expect(streetTypes).toEqual([
      'alley',
      'avenue',
      'block',
      'boulevard',
      'bystreet',
      'easement',
      'highway',
      'road',
      'square',
      'street',
      'way',
    ])
    expect(streetTypeSchema.safeParse('lane').success).toBe(false)
  })

  it('street types are listed in the order of the specification', () => {
    expect(Object.values(streetTypeLabels)).toEqual([
      'Alameda',
      'Avenida',
      'Beco',
      'Estrada',
      'Praça',
      'Quadra',
      'Rodovia',
      'Rua',
      'Servidão',
      'Travessa',
      'Via',
    ])
  })

  it('lookup responses are mapped to street types', () => {
    expect(streetTypeOf('Alameda')).toBe('boulevard')
    expect(streetTypeOf('Avenida')).toBe('avenue')
    expect(streetTypeOf('Praça')).toBe('square')
    expect(streetTypeOf('Quadra')).toBe('block')
    expect(streetTypeOf('Rodovia')).toBe('highway')
    expect(streetTypeOf('Rua')).toBe('street')
    expect(streetTypeOf('Servidão')).toBe('easement')
    expect(streetTypeOf('Travessa')).toBe('bystreet')
    expect(streetTypeOf('Via')).toBe('way')
    expect(streetTypeOf('Beco')).toBe('alley')
    expect(streetTypeOf('Estrada')).toBe('road')
    expect(streetTypeOf('PRACA')).toBe('square')
    expect(streetTypeOf('Largo')).toBeUndefined()
    expect(streetTypeOf('')).toBeUndefined()
  })

  it('the street type is split from the street name', () => {
    expect(splitStreet('Praça da Sé')).toEqual({ street_type: 'square', street_name: 'da Sé' })
    expect(splitStreet('Largo do Arouche')).toEqual({ street_name: 'Largo do Arouche' })
    expect(splitStreet('Rua')).toEqual({ street_name: 'Rua' })
    expect(splitStreet(' ')).toEqual({ street_name: '' })
  })
})
