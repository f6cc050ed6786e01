import { listTransactionsCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { success } from '../../../testing/fake-server.ts'
import { sampleId, samples } from '../../../testing/samples.ts'
import { linkTo, press, server, settle } from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'

const { participation } = samples
const other = { ...participation, transaction_id: sampleId(20), protocol: '2026-000124-2' }

setUpShopperScreens()

test('an open participation links to the page where it continues; an ended one has no link', async () => {
  server.respond(listTransactionsCall, [participation, { ...other, state: 'completed' }])
  const { history } = await openPage('/participacoes')
  const [open, completed] = screen.getAllByRole('listitem')
  expect(open?.textContent).toContain('Em andamento')
  expect(completed?.textContent).toContain('Concluída')
  expect(within(completed!).queryByRole('link', { name: /Continuar/ })).toBeNull()
  fireEvent.click(within(open!).getByRole('link', { name: 'Continuar: Mostra de cinema na praça' }))
  await settle()
  expect(history.at(-1)).toBe('/ingressos/mostra')
})

test('a returned participation shows the reason', async () => {
  const return_note = 'Você cancelou porque a sessão mudou. O que você usou para participar foi devolvido.'
  server.respond(listTransactionsCall, [{ ...participation, state: 'reversed', return_note }])
  await openPage('/participacoes')
  expect(screen.getByText(return_note)).toBeTruthy()
})

test('a participation of a kind without a page has no link', async () => {
  server.respond(listTransactionsCall, [{ ...participation, kind: 'scratch_card' }])
  await openPage('/participacoes')
  expect(screen.getByText('Protocolo 2026-000123-4')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Continuar/ })).toBeNull()
})

test('the next page of participations loads on demand', async () => {
  server.respond(listTransactionsCall, success([participation], { next_cursor: sampleId(20) }), [other])
  await openPage('/participacoes')
  expect(screen.queryByText('Protocolo 2026-000124-2')).toBeNull()
  await press('Mostrar mais')
  expect(screen.getByText('Protocolo 2026-000124-2')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Mostrar mais' })).toBeNull()
  expect(server.requests.at(-1)?.query).toEqual({ cursor: sampleId(20) })
})

test('a person without participations sees a link to the promotions', async () => {
  server.respond(listTransactionsCall, [])
  await openPage('/participacoes')
  expect(screen.getByText('Você ainda não participou de nenhuma promoção.')).toBeTruthy()
  expect(linkTo('Ver promoções')).toBe('/promocoes')
})
