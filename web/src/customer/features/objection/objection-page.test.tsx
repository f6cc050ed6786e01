// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { readObjectionCall, stopRecoveryCall } from '@clube/contract/recovery/objection-calls.ts'
import { refusal } from '../../../testing/fake-server.ts'
import { expectText, heading, press, server } from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'

setUpShopperScreens()
afterEach(() => {
  window.location.hash = ''
})

const protocol = '2026-000123-4'
const held = { protocol, state: 'held', held_until: '2026-11-22T12:00:00Z' } as const
const cancel = 'Não fui eu: cancelar o pedido'

const open = async (secret: string): Promise<void> => {
  window.location.hash = secret
  await openPage('/nao-fui-eu')
}

test('the link of a held request shows what will happen, and one press cancels the request', async () => {
  server.respond(readObjectionCall, held)
  server.respond(stopRecoveryCall, { protocol, state: 'stopped', held_until: null })
  await open('segredo')
  expect(heading()).toBe('Pedido para recuperar a sua conta')
  expectText(/fotos de documento para criar uma nova senha da sua conta \(protocolo 2026-000123-4\)/)
  expect(server.bodiesOf(readObjectionCall)).toEqual([{ code: 'segredo' }])
  expect(server.bodiesOf(stopRecoveryCall)).toEqual([])
  await press(cancel)
  expect(server.bodiesOf(stopRecoveryCall)).toEqual([{ code: 'segredo' }])
  expectText('Pedido 2026-000123-4 cancelado. Sua senha e seus contatos continuam como estavam.')
})

test.each([
  ['recovery.unknown-link', /^Este endereço não vale/],
  ['recovery.link-expired', /^O prazo para cancelar este pedido terminou/],
] as const)('when an objection link is refused with %s, the page explains why', async (code, message) => {
  server.respond(readObjectionCall, refusal(code))
  await open('segredo')
  expectText(message)
})

test('a link without its secret shows an error and sends no request', async () => {
  await openPage('/nao-fui-eu')
  expectText(/^Este endereço não vale/)
  expect(server.requests).toEqual([])
})
