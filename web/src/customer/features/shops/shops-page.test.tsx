import { spendRuleOf } from '@clube/contract/campaigns/spend-rule.ts'
import { listCampaignsCall, readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { listSessionsCall } from '@clube/contract/event-tickets/calls.ts'
import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { listParticipatingShopsCall } from '@clube/contract/receipts/shop-calls.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setSession } from '../../../platform/session/session-store.ts'
import { crashed, refusal, unreachable } from '../../../testing/fake-server.ts'
import { samples } from '../../../testing/samples.ts'
import { linkTo, press, server, type } from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'

setUpShopperScreens()

const names = () => screen.queryAllByRole('listitem').map((item) => item.querySelector('strong')?.textContent)
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } })

test('visitors search participating shops by name without accents, by CNPJ, by segment and by floor', async () => {
  setSession({ kind: 'signedOut' })
  server.respond(listParticipatingShopsCall, samples.shops)
  await openPage('/lojas')
  expect(names()).toHaveLength(5)
  expect(screen.getByText('Alimentação · Térreo')).toBeTruthy()
  await type('Nome da loja ou CNPJ', 'PATIO')
  expect(names()).toEqual(['Café do Pátio'])
  expect(screen.getByRole('status').textContent).toBe('1 loja encontrada')
  await type('Nome da loja ou CNPJ', '11.444.777/0001-61')
  expect(names()).toEqual(['Livraria Jabuticabeira'])
  await type('Nome da loja ou CNPJ', '')
  choose('Segmento', 'food')
  expect(names()).toEqual(['Café do Pátio', 'Cantina da Nonna'])
  choose('Piso', '2º piso')
  expect(names()).toEqual(['Cantina da Nonna'])
  await type('Nome da loja ou CNPJ', 'padaria')
  expect(screen.getByText('Nenhuma loja participante corresponde à busca.')).toBeTruthy()
  await press('Ver todas as lojas')
  expect(names()).toHaveLength(5)
})

test('segments and floors are offered only if the club has entered them', async () => {
  server.respond(
    listParticipatingShopsCall,
    samples.shops.map((shop) => ({ ...shop, segment: null, floor: null })),
  )
  await openPage('/lojas')
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(names()).toHaveLength(5)
})

test('the shops page shows a message if no shop participates', async () => {
  server.respond(listParticipatingShopsCall, [])
  await openPage('/lojas')
  expect(screen.getByText('Nenhuma loja participa no momento.')).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('a list of shops that failed to load can be loaded again', async () => {
  server.respond(listParticipatingShopsCall, crashed)
  await openPage('/lojas')
  server.respond(listParticipatingShopsCall, samples.shops)
  await press('Tentar novamente')
  expect(names()).toHaveLength(5)
})

test('a page opened offline loads automatically once the browser is online', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false)
  setSession({ kind: 'signedOut' })
  server.respond(listParticipatingShopsCall, unreachable)
  await openPage('/lojas')
  expect(screen.getByRole('button', { name: 'Tentar novamente' })).toBeTruthy()
  server.respond(listParticipatingShopsCall, samples.shops)
  await act(async () => void window.dispatchEvent(new Event('online')))
  await vi.waitFor(() => expect(names()).toHaveLength(5))
})

test('registering a receipt from a shop that does not participate shows a link to the participating shops', async () => {
  server.respond(
    registerReceiptCall,
    refusal('receipts.shop-not-participating', { cnpj: '11.444.777/0001-61' }),
  )
  await openPage('/notas/nova')
  expect(linkTo('Ver lojas participantes')).toBe('/lojas')
  expect(screen.queryByRole('link', { name: 'Procurar nas lojas participantes' })).toBeNull()
  await type('Chave de acesso', samples.receipt.receipt_key)
  await type('Valor total da nota', '12345')
  await type('Data da compra', '20112026')
  await press('Cadastrar')
  expect(
    screen.getByText('A loja desta nota, de CNPJ 11.444.777/0001-61, não participa do clube.'),
  ).toBeTruthy()
  expect(linkTo('Procurar nas lojas participantes')).toBe('/lojas')
})

test('only promotions that use receipts link to the participating shops', async () => {
  const { campaign } = samples
  server.respond(listSessionsCall, [])
  server.respond(readCampaignCall, {
    ...campaign,
    spend_rule: spendRuleOf({ every_cents: 40_000, participations: 1 }),
  })
  const { unmount } = await openPage('/promocoes/mostra')
  expect(linkTo('Lojas participantes')).toBe('/lojas')
  unmount()
  server.respond(readCampaignCall, campaign)
  await openPage('/promocoes/outra')
  expect(screen.queryByRole('link', { name: 'Lojas participantes' })).toBeNull()
})

test('the list of promotions links to the participating shops', async () => {
  server.respond(listCampaignsCall, [])
  await openPage('/promocoes')
  expect(linkTo('Ver lojas participantes')).toBe('/lojas')
})
