import { expect, test } from 'vitest'
import { floorsOf, searchShops, segmentsOf, type ParticipatingShop } from './shop.ts'

const cafe: ParticipatingShop = {
  name: 'Café do Pátio',
  cnpj: '11222333000181',
  segment: 'food',
  floor: 'Térreo',
}
const shoes: ParticipatingShop = {
  name: "Sapataria d'Oeste 1922",
  cnpj: '12ABC34501DE35',
  segment: 'shoes',
  floor: '2º piso',
}
const kiosk: ParticipatingShop = { name: 'Quiosque', cnpj: '11444777000161', segment: null, floor: null }
const shops = [cafe, shoes, kiosk]
const all = { text: '', segment: null, floor: null }
const found = (filter: Partial<Parameters<typeof searchShops>[1]>) =>
  searchShops(shops, { ...all, ...filter }).map(({ name }) => name)

test.each([
  ['', [cafe, shoes, kiosk]],
  ['cafe', [cafe]],
  ['PATIO  café', [cafe]],
  ['alimentacao', [cafe]],
  ['doeste', [shoes]],
  ['1922', [shoes]],
  ['12.abc.345', [shoes]],
  ['11.222', [cafe]],
  ['11.', []],
  ['padaria', []],
])('searching shops for "%s" ignores accents and case and accepts a CNPJ', (text, expected) => {
  expect(found({ text })).toEqual(expected.map(({ name }) => name))
})

test('shops are filtered by segment and floor together with the text', () => {
  expect(found({ segment: 'food' })).toEqual([cafe.name])
  expect(found({ floor: '2º piso' })).toEqual([shoes.name])
  expect(found({ segment: 'food', floor: '2º piso' })).toEqual([])
  expect(found({ floor: 'Térreo', text: 'sapataria' })).toEqual([])
})

test('each floor is listed once, from the lowest to the highest', () => {
  const floors = ['10º piso', 'Cobertura', 'Piso 2', 'Térreo', null, 'Subsolo', 'Térreo']
  expect(floorsOf(floors.map((floor) => ({ floor })))).toEqual([
    'Subsolo',
    'Térreo',
    'Piso 2',
    '10º piso',
    'Cobertura',
  ])
})

test('only segments that a shop has are listed', () => {
  expect(segmentsOf(shops)).toEqual(['food', 'shoes'])
})
