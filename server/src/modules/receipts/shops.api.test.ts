import { listShopsCall, saveShopCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { importShopsCall, previewShopImportCall } from '@clube/contract/receipts/shop-import-calls.ts'
import { listParticipatingShopsCall } from '@clube/contract/receipts/shop-calls.ts'
import { expect, test } from 'vitest'
import { shops } from '../../../seeds/demonstration/shops.ts'
import { useClub } from '../../testing/club.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'

const club = useClub()
const [, cafe] = shops
const marketing = () => signedInStaff(club, staffPersonas.marketing)
const pharmacy = {
  name: 'Drogaria Ágata',
  cnpj: '00.000.000/0001-91',
  segment: 'pharmacy' as const,
  floor: ' 2º  piso ',
  state: 'active' as const,
}

const listParticipating = async () => {
  // Reads are shared for 10 seconds.
  club.advanceSeconds(10)
  const response = await club.browser().send(listParticipatingShopsCall)
  if (!response.ok) throw new Error(response.message)
  return response.data
}

test('visitors see the participating shops sorted by name, with segment and floor', async () => {
  const listed = await listParticipating()
  expect(listed.length).toBeGreaterThan(70)
  expect(listed).toContainEqual({
    shop_id: expect.any(String),
    name: 'Café do Pátio',
    cnpj: '11222333000181',
    segment: 'food',
    floor: 'Térreo',
  })
  const names = listed.map(({ name }) => name)
  expect(names.toSorted((a, b) => a.localeCompare(b, 'pt-BR'))).toEqual(names)
  expect(new Set(listed.map(({ cnpj }) => cnpj)).size).toBe(listed.length)
})

test('a shop saved by staff is listed until it no longer participates', async () => {
  const staff = await marketing()
  const saved = await staff.send(saveShopCall, { body: pharmacy })
  expect(saved).toMatchObject({
    status: 200,
    data: { cnpj: '00000000000191', segment: 'pharmacy', floor: '2º piso' },
  })
  expect(await staff.send(saveShopCall, { body: pharmacy })).toMatchObject({
    status: 409,
    errors: [{ path: 'cnpj', message: 'Já existe uma loja com este CNPJ.' }],
  })
  expect(await listParticipating()).toContainEqual({
    shop_id: expect.any(String),
    name: 'Drogaria Ágata',
    cnpj: '00000000000191',
    segment: 'pharmacy',
    floor: '2º piso',
  })
  const { shop_id } = saved.ok ? saved.data : { shop_id: '' }
  const body = { ...pharmacy, shop_id, floor: null, state: 'inactive' as const }
  expect(await staff.send(saveShopCall, { body })).toMatchObject({ data: { floor: null } })
  expect((await listParticipating()).map(({ name }) => name)).not.toContain('Drogaria Ágata')
})

test('an unknown segment and a floor that is too long are refused at their fields', async () => {
  const staff = await marketing()
  const send = (change: object) => staff.send(saveShopCall, { body: { ...pharmacy, ...change } })
  expect(await send({ segment: 'weapons' })).toMatchObject({ status: 422, errors: [{ path: 'segment' }] })
  expect(await send({ floor: 'x'.repeat(31) })).toMatchObject({
    status: 422,
    errors: [{ path: 'floor', message: 'Use no máximo 30 caracteres' }],
  })
  expect(await send({ floor: ' ' })).toMatchObject({ status: 422, errors: [{ path: 'floor' }] })
})

test('an imported shop file adds shops, updates segment and floor of existing ones, and reports invalid lines', async () => {
  const staff = await marketing()
  const importOf = (csv: string) => staff.send(importShopsCall, { body: { csv } })
  const previewOf = (csv: string) => staff.send(previewShopImportCall, { body: { csv } })
  const names = 'cnpj;nome\n11.222.333/0001-81;Repetida\n123;Errada\n34.028.316/0001-03;Correio\n'
  const added = { line: 4, kind: 'added' as const, name: 'Correio', segment: null, floor: null }
  const preview = { changes: [added], unchanged: 1, rejected: [{ line: 3 }] }
  expect(await previewOf(names)).toMatchObject({ data: preview })
  // A preview changes nothing.
  expect(await previewOf(names)).toMatchObject({ data: preview })
  expect(await importOf(names)).toMatchObject({ data: { loaded: 1, updated: 0, rejected: [{ line: 3 }] } })
  expect(await previewOf(names)).toMatchObject({ data: { changes: [], unchanged: 2 } })
  const places =
    'cnpj;name;segment;floor\n11.222.333/0001-81;Repetida;;1º piso\n34.028.316/0001-03;Correio;servicos;\n' +
    `33.000.167/0001-01;Posto;Armas;\n33.000.167/0001-01;Posto;Outros;${'x'.repeat(31)}\n`
  expect(await previewOf(places)).toMatchObject({
    data: {
      changes: [
        { line: 2, kind: 'changed', name: 'Café do Pátio', segment: 'food', floor: '1º piso' },
        { line: 3, kind: 'changed', name: 'Correio', segment: 'services', floor: null },
      ],
    },
  })
  expect(await importOf(places)).toMatchObject({
    data: {
      loaded: 0,
      updated: 2,
      rejected: [
        {
          line: 4,
          reason:
            'Segmento desconhecido: Armas. Use um destes: Alimentação, Beleza e perfumaria, Brinquedos, Calçados e bolsas, Casa e decoração, Eletrônicos e celulares, Esporte, Farmácia e saúde, Joias, relógios e óticas, Lazer e cinema, Livros e papelaria, Mercado, Moda, Pets, Serviços ou Outros.',
        },
        { line: 5, reason: 'Piso com mais de 30 caracteres' },
      ],
    },
  })
  for (const invalid of [importOf, previewOf]) {
    expect(await invalid('')).toMatchObject({
      status: 422,
      errors: [{ path: 'csv', message: 'O arquivo está vazio.' }],
    })
    expect(await invalid('x')).toMatchObject({ status: 422, errors: [{ path: 'csv' }] })
  }
  expect(await staff.send(listShopsCall, { query: { text: 'corr' } })).toMatchObject({
    data: [{ name: 'Correio', segment: 'services', floor: null }],
  })
  expect(await staff.send(listShopsCall, { query: { text: cafe.cnpj } })).toMatchObject({
    data: [{ name: 'Café do Pátio', segment: 'food', floor: '1º piso' }],
  })
})
