import type { DataOf } from '@clube/contract/kernel/call.ts'
import * as calls from '@clube/contract/receipts/receipt-staff-calls.ts'
import { importShopsCall, previewShopImportCall } from '@clube/contract/receipts/shop-import-calls.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { invalid, respond } from '../testing/fake-server.ts'
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

const choose = async (content: BlobPart, name = 'lojas.csv') => {
  fireEvent.change(screen.getByLabelText('Arquivo'), { target: { files: [new File([content], name)] } })
  await settle()
  await settle()
}
const change = { line: 2, kind: 'added' as const, name: 'Correio', segment: null, floor: null }
const previewed: DataOf<typeof previewShopImportCall> = {
  changes: [change, { ...change, line: 3, kind: 'changed', name: 'Café do Pátio', floor: '1º piso' }],
  unchanged: 1,
  rejected: [{ line: 4, reason: 'Loja sem nome' }],
}
const preview = respond(previewShopImportCall, previewed)

test('a shop file is imported after a preview of its changes', async () => {
  const imported = respond(importShopsCall, { loaded: 1, updated: 1, rejected: [] })
  await openAs('marketing', '/lojas', listed, preview, imported)
  await press('Carregar arquivo')
  await choose('cnpj;nome\n')
  screen.getByText(': 1 loja nova, 1 alterada, 1 sem mudança, 1 linha com erro.')
  screen.getByText('Linha 4: Loja sem nome')
  expect(server.bodiesOf(importShopsCall)).toEqual([])
  await press('Carregar 2 lojas')
  expect(server.bodiesOf(importShopsCall)).toEqual([{ csv: 'cnpj;nome\n' }])
  expectToast('1 loja carregada, 1 atualizada.')
})

test.each([
  [{ loaded: 0, updated: 1 }, '1 loja atualizada.'],
  [{ loaded: 2, updated: 0 }, '2 lojas carregadas.'],
])('the message after an import of shops mentions only what it changed: %j', async (done, text) => {
  const imported = respond(importShopsCall, { ...done, rejected: [] })
  await openAs('marketing', '/lojas', listed, preview, imported)
  await press('Carregar arquivo')
  await choose('cnpj;nome\n')
  await press('Carregar 2 lojas')
  expectToast(text)
})

test('a shop file in Windows-1252 is sent with correct accents', async () => {
  await openAs('marketing', '/lojas', listed, preview)
  await press('Carregar arquivo')
  await choose(new Uint8Array([0x43, 0x61, 0x66, 0xe9]))
  expect(server.bodiesOf(previewShopImportCall)).toEqual([{ csv: 'Café' }])
})

test('the error of an invalid file is shown in the dialog, without the lines of an earlier file', async () => {
  const message = 'Linha 1: não há a coluna “cnpj”.'
  const response = respond(previewShopImportCall, previewed, invalid({ path: 'csv', message }))
  await openAs('marketing', '/lojas', listed, response)
  await press('Carregar arquivo')
  await choose('cnpj;nome\n')
  await choose('nome')
  screen.getByText(message)
  expect(screen.queryByText('Linha 4: Loja sem nome')).toBeNull()
  await choose('')
  screen.getByText('O arquivo está vazio.')
  for (const binary of ['PK\u0003\u0004\0\0', `PK\0${'x'.repeat(300_000)}`, '%PDF-1.7']) {
    await choose(binary, 'lojas.xlsx')
    screen.getByText(/^Isto não é um arquivo CSV\./)
  }
  await choose('x'.repeat(50_001))
  screen.getByText('O arquivo é grande demais. Divida-o em arquivos de até 500 lojas.')
  expect(screen.queryByRole('button', { name: /^Carregar \d/ })).toBeNull()
  expect(server.bodiesOf(previewShopImportCall)).toHaveLength(2)
})
