import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import * as calls from '@clube/contract/free-gifts/stock-calls.ts'
import type { Call } from '@clube/contract/kernel/call.ts'
import { syncServerTime } from '../platform/clock/server-clock.ts'
import { refusal, respond, unreachable } from '../testing/fake-server.ts'
import { giftStock } from '../testing/gift-desk-samples.ts'
import { sampleNow } from '../testing/samples.ts'
import {
  change,
  expectFieldError,
  expectText,
  expectToast,
  fieldValue,
  heading,
  press,
  server,
  settle,
  type,
} from '../testing/screen-test.tsx'
import { openAs, rows, setUpStaffScreens } from '../testing/staff-screen.tsx'

const { campaign_id, stock } = giftStock
const [row] = stock
const [, second] = giftStock.pickup_points

const openStock = () => openAs('marketing', `/estoque-de-brindes/${campaign_id}`)
/** Opens the form for the first gift at the first pickup point. */
const openForm = async () => {
  await openStock()
  await press('Panetone artesanal, Chocolate', screen.getAllByRole('row')[1])
}
const chooseKind = async (kind: calls.MovementKind) => {
  change('O que aconteceu', kind)
  await settle()
}
const fill = async (units: string) => {
  await type('Quantos brindes', units)
  await type('Motivo', 'Nota 4431')
}
const bodies = (call: Call) => server.bodiesOf(call) as { client_movement_id: string }[]
const shared = {
  campaign_id,
  gift_id: row!.gift_id,
  pickup_point_id: row!.pickup_point_id,
  reason: 'Nota 4431',
}

setUpStaffScreens()
beforeEach(() => syncServerTime(sampleNow))

test('campaigns with gifts are listed with their counters, and choosing one opens its stock', async () => {
  await openAs('marketing', '/estoque-de-brindes')
  expect(rows()[1]).toBe('Panetone da casaNo ar312103932')
  await press('Panetone da casa')
  expect(heading()).toBe('Panetone da casa')
  expect(rows()[1]).toBe('Panetone artesanal, ChocolateBalcão do Piso 129084612')
  expect(rows()[6]).toBe('Cesta de NatalQuiosque da Praça000')
})

test('the daily rate and the forecast of the stock chart are also given in words, and its table includes days without vouchers', async () => {
  await openStock()
  expectText(/^Emissões por dia nos últimos sete dias: 118\. Neste ritmo, os brindes livres acabam em/)
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('de 13/11/2026 a 21/11/2026')
  expect(rows()).toContain('15/11/202600')
})

test('the stock page of a campaign that ended more than seven days ago shows no daily rate and no forecast', async () => {
  syncServerTime('2026-11-29T15:00:00.000Z')
  await openAs(
    'marketing',
    `/estoque-de-brindes/${campaign_id}`,
    respond(calls.readStockCall, { ...giftStock, runs_out_at: null }),
  )
  expectText('Sem emissões nos últimos sete dias, não há previsão.')
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('de 13/11/2026 a 21/11/2026')
  expect(screen.queryByText('Previsão')).toBeNull()
})

test('the stock chart of a campaign without free units does not claim that nothing was issued', async () => {
  await openAs(
    'marketing',
    `/estoque-de-brindes/${campaign_id}`,
    respond(calls.readStockCall, {
      ...giftStock,
      stock: stock.map((each) => ({ ...each, on_hand: 0 })),
      runs_out_at: null,
    }),
  )
  expectText('Emissões por dia nos últimos sete dias: 118. Não há brindes livres agora.')
})

test('without issued vouchers and movements, the stock page shows an empty state for each', async () => {
  await openAs(
    'marketing',
    `/estoque-de-brindes/${campaign_id}`,
    respond(calls.readStockCall, { ...giftStock, days: [], runs_out_at: null }),
    respond(calls.listMovementsCall, []),
  )
  expectText('Nenhum vale-brinde foi emitido ainda.')
  expectText('Nenhuma movimentação ainda: registre o que chegou.')
})

test('received units are sent with their reason, and the stock is read again', async () => {
  await openForm()
  await type('Motivo', 'Nota 4431')
  await press('Registrar')
  expectFieldError('Quantos brindes', 'Este campo não pode estar vazio')
  await fill('500')
  await press('Registrar')
  expect(bodies(calls.receiveStockCall)).toMatchObject([{ ...shared, units: 500 }])
  expectToast('Movimentação registrada.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.requestsOf(calls.readStockCall).length).toBeGreaterThan(1)
})

test('a movement without a response is sent again with the same id', async () => {
  await openForm()
  await fill('500')
  server.respond(calls.receiveStockCall, unreachable)
  await press('Registrar')
  server.respond(calls.receiveStockCall, { movement_id: shared.gift_id, stock: [], repeated: true })
  await press('Registrar')
  const [first, again] = bodies(calls.receiveStockCall)
  expect(again).toEqual(first)
})

test('a transfer goes to another pickup point', async () => {
  await openForm()
  await chooseKind('transferred')
  await fill('40')
  await press('Registrar')
  expectText('Este campo é requerido')
  change('Para onde', second!.pickup_point_id)
  await press('Registrar')
  expect(bodies(calls.transferStockCall)).toMatchObject([
    { ...shared, to_pickup_point_id: second!.pickup_point_id, units: 40 },
  ])
})

test('a refused loss shows the reason on its field', async () => {
  await openForm()
  await chooseKind('lost')
  await fill('300')
  server.respond(calls.recordStockLossCall, refusal('free-gifts.too-few-units', { k: 290 }))
  await press('Registrar')
  expectFieldError('Quantos brindes', 'Só há 290 unidades livres neste ponto; as outras estão reservadas.')
})

test('a count shows the number that the system expects, which is updated after a refusal', async () => {
  await openForm()
  await chooseKind('counted')
  expectText('Livres e reservados juntos. O sistema espera 374.')
  await type('Quantos há na prateleira', '370')
  await type('Motivo', 'Nota 4431')
  server.respond(calls.countStockCall, refusal('free-gifts.stock-changed'))
  const [first, ...others] = stock
  server.respond(calls.readStockCall, { ...giftStock, stock: [{ ...first!, reserved: 80 }, ...others] })
  await press('Registrar')
  expectToast('O estoque mudou durante a contagem. Confira o número e registre de novo.')
  expectText('Livres e reservados juntos. O sistema espera 370.')
  server.respond(calls.countStockCall, { movement_id: shared.gift_id, stock: [], repeated: false })
  await press('Registrar')
  expect(bodies(calls.countStockCall)).toMatchObject([
    { ...shared, counted: 370, expected: 374 },
    { counted: 370, expected: 370 },
  ])
})

test('an unsent movement is restored, per gift and pickup point', async () => {
  await openForm()
  await fill('500')
  cleanup()
  await openForm()
  expect([fieldValue('Quantos brindes'), fieldValue('Motivo')]).toEqual(['500', 'Nota 4431'])
  await press('Fechar')
  await press('Cesta de Natal', screen.getAllByRole('row')[5])
  expect(fieldValue('Quantos brindes')).toBe('')
})

test('movements are listed with sign, route, reason and staff member', async () => {
  await openStock()
  const list = rows().filter((text) => text?.includes('21/11/2026, 11:00'))
  expect(list[0]).toContain(
    'ContagemPanetone artesanal, ChocolateBalcão do Piso 1-1Faltava uma caixaBia Torres',
  )
  expect(list[1]).toContain('De Balcão do Piso 1 para Quiosque da Praça40')
  expect(list[3]).toContain('+500Nota de entrega 4431–')
})
