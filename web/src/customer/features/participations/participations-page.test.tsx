import { listTransactionsCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setSession } from '../../../platform/session/session-store.ts'
import { success } from '../../../testing/fake-server.ts'
import { sampleId, samples } from '../../../testing/samples.ts'
import { expectText, linkTo, press, server, settle } from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'

const { participation } = samples
const other = { ...participation, transaction_id: sampleId(20), protocol: '2026-000124-2' }

setUpShopperScreens()

test('a participation that can be continued links to its page; any other has no link', async () => {
  server.respond(listTransactionsCall, [
    { ...participation, status: 'unconfirmed', note: 'Confirme até 12:15.' },
    { ...other, can_continue: false },
  ])
  const { history } = await openPage('/participacoes')
  const [unconfirmed, open] = screen.getAllByRole('listitem')
  expect(unconfirmed?.textContent).toContain('Falta confirmar')
  expect(unconfirmed?.textContent).toContain('Confirme até 12:15.')
  expect(open?.textContent).toContain('Em andamento')
  expect(within(open!).queryByRole('link', { name: /Continuar/ })).toBeNull()
  expect(linkTo('Preciso de ajuda: participação 2026-000124-2')).toBe(
    `/atendimento/novo/participacao/${other.transaction_id}`,
  )
  fireEvent.click(within(unconfirmed!).getByRole('link', { name: 'Continuar: Mostra de cinema na praça' }))
  await settle()
  expect(history.at(-1)).toBe('/ingressos/mostra')
})

test('a participation shows its session, receipts and the reason for its status', async () => {
  const note = 'Você cancelou porque a sessão mudou. O que você usou para participar foi devolvido.'
  server.respond(listTransactionsCall, [
    {
      ...participation,
      status: 'cancelled',
      can_continue: false,
      subject: { title: 'Sessão da tarde, 2 ingressos', starts_at: '2026-12-12T18:00:00Z' },
      receipts: [{ shop_name: 'Livraria Jabuticabeira', amount_cents: 12_345, issued_on: '2026-11-20' }],
      note,
    },
  ])
  await openPage('/participacoes')
  expectText('Cancelada')
  expectText('Sessão da tarde, 2 ingressos, sáb., 12 de dez., 15h')
  expectText('Nota: Livraria Jabuticabeira, R$ 123,45, 20/11/2026')
  expectText(note)
})

test('the next page of participations loads on demand', async () => {
  server.respond(listTransactionsCall, success([participation], { next_cursor: sampleId(20) }), [other])
  await openPage('/participacoes')
  expect(screen.queryByText(/^Protocolo 2026-000124-2/)).toBeNull()
  await press('Mostrar mais')
  expect(screen.getByText(/^Protocolo 2026-000124-2/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Mostrar mais' })).toBeNull()
  expect(server.requests.at(-1)?.query).toEqual({ cursor: sampleId(20) })
})

test('a person without participations sees a link to the promotions', async () => {
  server.respond(listTransactionsCall, [])
  await openPage('/participacoes')
  expect(screen.getByText('Você ainda não participou de nenhuma promoção.')).toBeTruthy()
  expect(linkTo('Ver promoções')).toBe('/promocoes')
})

test('an empty list of participations in a passwordless session shows the password prompt instead of the empty state', async () => {
  setSession({ kind: 'signedIn', level: 'identified', customer_name: null })
  server.respond(listTransactionsCall, [])
  await openPage('/participacoes')
  expect(screen.queryByText(/Você ainda não/)).toBeNull()
  expect(screen.getAllByRole('button', { name: 'Confirmar senha' })).toHaveLength(1)
})

test('a completed reservation of a future session is shown as confirmed, and of a past one as completed', async () => {
  const reserved = (protocol: string, days: number) => ({
    ...participation,
    transaction_id: sampleId(40 + days),
    protocol,
    status: 'completed' as const,
    can_continue: false,
    subject: { title: 'Sessão', starts_at: new Date(Date.now() + days * 86_400_000).toISOString() },
  })
  server.respond(listTransactionsCall, [reserved('2026-000125-1', 2), reserved('2026-000126-9', -2)])
  await openPage('/participacoes')
  const [future, past] = screen.getAllByRole('listitem')
  expect(within(future!).getByText('Confirmada')).toBeTruthy()
  expect(within(past!).getByText('Concluída')).toBeTruthy()
})
