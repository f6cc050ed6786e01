import * as calls from '@clube/contract/receipts/receipt-staff-calls.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { respond } from '../testing/fake-server.ts'
import { sampleId, samples } from '../testing/samples.ts'
import { expectToast, press, server, settle, type } from '../testing/screen-test.tsx'
import { openAs, rows, setUpStaffScreens } from '../testing/staff-screen.tsx'

setUpStaffScreens()

const cafe = samples.shops.find(({ name }) => name === 'Café do Pátio')!
const shop = { ...cafe, shop_id: sampleId(104), state: 'active' as const }
const listed = respond(calls.listShopsCall, [
  shop,
  { ...shop, shop_id: sampleId(105), segment: null, floor: null },
])

test('marketing staff see and change the segment and floor of a shop, and an empty floor is removed', async () => {
  await openAs('marketing', '/lojas', listed, respond(calls.saveShopCall, shop))
  expect(rows()).toEqual([
    'LojaSegmentoPisoCNPJSituação',
    'Café do PátioAlimentaçãoTérreo11.222.333/0001-81Participa',
    'Café do Pátio––11.222.333/0001-81Participa',
  ])
  fireEvent.click(screen.getAllByRole('button', { name: 'Café do Pátio' })[0]!)
  await settle()
  fireEvent.change(screen.getByRole('combobox', { name: 'Segmento' }), { target: { value: 'books' } })
  await type('Piso', ' ')
  await press('Salvar')
  expect(server.bodiesOf(calls.saveShopCall)).toEqual([
    { ...shop, cnpj: '11.222.333/0001-81', segment: 'books', floor: null },
  ])
  expectToast('Loja salva.')
})

test('the message after an import names the shops that were loaded and updated', async () => {
  await openAs(
    'marketing',
    '/lojas',
    listed,
    respond(calls.importShopsCall, { loaded: 1, updated: 2, rejected: [] }),
  )
  await press('Carregar arquivo')
  const file = new File(['cnpj;name;segment;floor'], 'lojas.csv', { type: 'text/csv' })
  fireEvent.change(screen.getByLabelText('Arquivo'), { target: { files: [file] } })
  await settle()
  await settle()
  expectToast('1 loja carregada, 2 atualizadas.')
})
