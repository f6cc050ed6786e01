// @vitest-environment jsdom
import { listMyTicketsCall } from '@clube/contract/event-tickets/calls.ts'
import { listMyWaitingEntriesCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { expect, test } from 'vitest'
import { heading, server } from '../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../testing/shopper-screen.tsx'

setUpShopperScreens()

test('the path of a promotion shows its page as soon as its code is loaded', async () => {
  server.answer(listMyTicketsCall, [])
  server.answer(listMyWaitingEntriesCall, [])
  await openPage('/ingressos')
  expect(heading()).toBe('Meus ingressos')
})

test('a path that no promotion serves shows the not-found page', async () => {
  await openPage('/ingressos/a/b')
  expect(heading()).toBe('Página não encontrada')
})
