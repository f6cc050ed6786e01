import * as desk from '@clube/contract/parking-voucher/desk-calls.ts'
import * as reconciliation from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import { waitingCountsCall } from '@clube/contract/staff/waiting-calls.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { syncServerTime } from '../platform/clock/server-clock.ts'
import { refusal, respond, unreachable } from '../testing/fake-server.ts'
import { advanceTime } from '../testing/jsdom.ts'
import {
  deskVoucher,
  foundTicket,
  handVoucher,
  parkingCases,
  parkingDays,
  parkingItems,
  voucherState,
} from '../testing/parking-desk-samples.ts'
import { parkingRights, ticketNumber } from '../testing/parking-samples.ts'
import { sampleNow } from '../testing/samples.ts'
import {
  choose,
  expectFieldError,
  expectText,
  expectToast,
  fieldValue,
  linkTo,
  press,
  server,
  settle,
  type,
} from '../testing/screen-test.tsx'
import { openAs, pressKey, rows, setUpStaffScreens } from '../testing/staff-screen.tsx'

setUpStaffScreens()
beforeEach(() => {
  // Only the date: the requests of the fake server need real timers.
  vi.useFakeTimers({ now: new Date(sampleNow), toFake: ['Date'] })
  syncServerTime(sampleNow)
})
afterEach(() => vi.useRealTimers())

const openDesk = () => openAs('attendant', '/estacionamento')
const find = async (document_id = '529.982.247-25') => {
  await type('Número do ticket', ticketNumber)
  await type('CPF ou CNPJ', document_id)
  await press('Consultar')
}
type Application = { application_id: string; basis: string; reason: string }
const applications = () => server.bodiesOf(desk.applyParkingVoucherCall) as Application[]
const submitDialog = async () => {
  const form = document.querySelector('dialog[open] form')
  if (!form) throw new Error('No dialog with a form is open')
  fireEvent.submit(form)
  await settle()
}

test('the desk finds ticket and person at once, and applies the voucher with a reason', async () => {
  await openDesk()
  await find()
  expect(server.bodiesOf(desk.lookUpParkingTicketCall)).toMatchObject([
    { ticket_number: ticketNumber, document_id: '52998224725' },
  ])
  expectText('Ana Lúcia Pereira')
  expect(document.activeElement).toBe(screen.getByLabelText('Motivo'))
  await press(/^Aplicar R/)
  expectFieldError('Motivo', 'Este campo não pode estar vazio')
  await type('Motivo', 'A pessoa veio sem celular.')
  await press(/^Aplicar R/)
  expect(applications()).toMatchObject([{ basis: 'right', reason: 'A pessoa veio sem celular.' }])
  expectText('Estacionamento liberado até 12:20')
  // The next person begins with empty fields.
  expect([fieldValue('Número do ticket'), fieldValue('CPF ou CNPJ')]).toEqual(['', ''])
  expect(screen.queryByText('Ana Lúcia Pereira')).toBeNull()
})

test('receipts of today are called so by the server’s clock, even if the device is a day ahead', async () => {
  vi.setSystemTime(Date.parse(sampleNow) + 24 * 3_600_000)
  syncServerTime(sampleNow)
  await openDesk()
  await find()
  expect(screen.getAllByText(/em notas de hoje/).length).toBeGreaterThan(0)
})

test('a person without a right can get a courtesy only', async () => {
  await openDesk()
  server.respond(desk.lookUpParkingTicketCall, {
    ...foundTicket,
    person: { ...foundTicket.person!, right: parkingRights.missingReceipts },
  })
  await find()
  expect(screen.getByLabelText<HTMLInputElement>(/^Direito da pessoa/).disabled).toBe(true)
  choose(/^Cortesia/)
  await type('Motivo', 'Escada rolante parada.')
  await press(/^Aplicar R/)
  expect(applications()).toMatchObject([{ basis: 'courtesy' }])
})

test('a retry after a lost response is the same application, and one after a refusal is another', async () => {
  await openDesk()
  server.respond(
    desk.applyParkingVoucherCall,
    unreachable,
    refusal('parking-voucher.no-courtesies-left'),
    unreachable,
  )
  await find()
  await type('Motivo', 'A pessoa veio sem celular.')
  for (let attempt = 0; attempt < 3; attempt += 1) await press(/^Aplicar R/)
  const [first, second, third] = applications().map(({ application_id }) => application_id)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('without a document the desk shows the ticket only, and moves on to the document', async () => {
  await openDesk()
  server.respond(desk.lookUpParkingTicketCall, { ...foundTicket, person: null })
  await find('')
  expectText('Para aplicar um vale, informe também o documento da pessoa.')
  expect(document.activeElement).toBe(screen.getByLabelText('CPF ou CNPJ'))
})

test('a ticket read by a USB scanner outside of the fields is looked up with its leading zeros', async () => {
  await openDesk()
  screen.getByRole('button', { name: 'Consultar' }).focus()
  for (const key of [...ticketNumber, 'Enter']) fireEvent.keyDown(document.body, { key })
  await settle()
  expect(server.bodiesOf(desk.lookUpParkingTicketCall)).toMatchObject([{ ticket_number: ticketNumber }])
})

test('a voucher in processing at the desk is polled, and says why it was not applied', async () => {
  vi.useFakeTimers({ now: new Date(sampleNow) })
  await openDesk()
  const processing = { ...handVoucher, state: 'processing' as const, discount_cents: null, due_cents: null }
  server.respond(desk.applyParkingVoucherCall, { voucher: processing, repeated: false })
  server.respond(
    desk.readParkingVoucherStateCall,
    voucherState(processing, ''),
    voucherState({ ...processing, state: 'failed' }, 'Este ticket já saiu do estacionamento.'),
  )
  await find()
  await type('Motivo', 'A pessoa veio sem celular.')
  await press(/^Aplicar R/)
  expectText('O estacionamento ainda não confirmou. Não repita a operação.')
  await advanceTime(3_000)
  expectText('Este ticket já saiu do estacionamento.')
})

test('the supervisor undoes a voucher of the day with a reason', async () => {
  const undoable = respond(desk.listParkingVouchersCall, [{ ...deskVoucher, can_undo: true }])
  await openAs('gift_supervisor', '/estacionamento/vales', undoable)
  await press(/^0041\s2345\s6789\s06$/)
  await press('Desfazer o vale')
  await type('Motivo', 'Ticket de outra pessoa.')
  await submitDialog()
  expect(server.bodiesOf(desk.undoParkingVoucherCall)).toMatchObject([
    { voucher_id: deskVoucher.voucher_id, reason: 'Ticket de outra pessoa.' },
  ])
  expectToast('Vale desfeito. O que a pessoa usou voltou para ela.', 'success')
})

test('the audited list of a day is read again only once the car park has answered', async () => {
  vi.useFakeTimers({ now: new Date(sampleNow) })
  const processing = { ...deskVoucher, state: 'processing' as const, discount_cents: null, due_cents: null }
  await openAs(
    'attendant',
    '/estacionamento/vales',
    respond(desk.listParkingVouchersCall, [processing], [deskVoucher]),
    respond(
      desk.readParkingVoucherStateCall,
      voucherState(processing, ''),
      voucherState(processing, ''),
      voucherState(deskVoucher, ''),
    ),
  )
  const countReads = () => server.requestsOf(desk.listParkingVouchersCall).length
  await advanceTime(3_000)
  expect(server.requestsOf(desk.readParkingVoucherStateCall)).toHaveLength(2)
  expect(countReads()).toBe(1)
  await advanceTime(3_000)
  expect(countReads()).toBe(2)
  expect(rows()[1]).toContain('Aplicado')
})

test('an attendant sees the vouchers of the day, and cannot undo them', async () => {
  await openAs('attendant', '/estacionamento/vales')
  expect(rows()[2]).toContain('Cortesia, por Isabel Teixeira')
  await press(/^0041\s2345\s6789\s06$/)
  expect(screen.queryByRole('button', { name: 'Desfazer o vale' })).toBeNull()
  await pressKey('a')
  expect(server.requestsOf(desk.listParkingVouchersCall).map(({ query }) => query['day'])).toEqual([
    '2026-11-21',
    '2026-11-20',
  ])
})

test('a voucher that was applied is decided with a discount up to its maximum', async () => {
  await openAs('reconciler', '/estacionamento/a-decidir')
  await press('2026-000371-5')
  await pressKey('f')
  await type('Desconto que o estacionamento deu', '2600')
  await type('O que foi conferido com o estacionamento', 'A operação confirmou por telefone.')
  await submitDialog()
  expectText('Informe o desconto que o estacionamento deu, até R$ 20,00.')
  await type('Desconto que o estacionamento deu', '1600')
  await submitDialog()
  expect(server.bodiesOf(reconciliation.decideParkingCaseCall)).toEqual([
    {
      transaction_id: parkingCases[1]!.transaction_id,
      kind: 'application',
      decision: 'done',
      discount_cents: 1_600,
      reason: 'A operação confirmou por telefone.',
    },
  ])
  expectToast('Vale registrado como aplicado.', 'success')
})

test('a voucher that was not undone stays applied without a discount to enter', async () => {
  await openAs('reconciler', '/estacionamento/a-decidir')
  await press('2026-000366-0')
  await press('Não foi desfeito')
  expect(screen.queryByLabelText('Desconto que o estacionamento deu')).toBeNull()
  await type('O que foi conferido com o estacionamento', 'O carro saiu antes.')
  await submitDialog()
  expect(server.bodiesOf(reconciliation.decideParkingCaseCall)).toMatchObject([
    { kind: 'undo', decision: 'not-done', discount_cents: null },
  ])
})

test('a difference of a day is decided with a reason, from its state', async () => {
  await openAs('reconciler', '/estacionamento/conferencia')
  await press('20/11/2026')
  await pressKey('3')
  await press('2026-000357-3')
  await press('Registrar decisão')
  await type('O que foi apurado e decidido', 'Cobrança acertada por telefone.')
  await submitDialog()
  expect(server.bodiesOf(reconciliation.decideParkingItemCall)).toEqual([
    {
      item_id: parkingItems.different_amount.item_id,
      state: 'different_amount',
      reason: 'Cobrança acertada por telefone.',
    },
  ])
})

test('a day is compared on request, and can be downloaded', async () => {
  await openAs('reconciler', '/estacionamento/conferencia/2026-11-20')
  expect(linkTo('Baixar o dia em CSV')).toBe(
    '/api/staff/parking-voucher/items/2026-11-20/conferencia-estacionamento.csv',
  )
  await pressKey('c')
  expect(server.bodiesOf(reconciliation.compareParkingDayCall)).toEqual([{ day: parkingDays[1]!.day }])
  expectToast('Conferido: 3 à espera de decisão.', 'warning')
})

test('the report covers the month to date, its file covers the same days, and a period that is too long is not requested', async () => {
  await openAs('reconciler', '/estacionamento/relatorio')
  expectText('R$ 2.667,00')
  expect(linkTo('Baixar em CSV')).toBe(
    '/api/staff/parking-voucher/liability/2026-11-01/2026-11-21/estacionamento.csv',
  )
  await press('Mês passado')
  expect(server.requestsOf(reconciliation.readParkingLiabilityCall).at(-1)?.query).toEqual({
    from_day: '2026-10-01',
    to_day: '2026-10-31',
  })
  const count = server.requestsOf(reconciliation.readParkingLiabilityCall).length
  fireEvent.change(screen.getByLabelText('De'), { target: { value: '2026-01-01' } })
  await settle()
  expectText('Escolha um período de até 92 dias, do primeiro ao último dia.')
  expect(server.requestsOf(reconciliation.readParkingLiabilityCall)).toHaveLength(count)
})

test('each role opens the desk at its first tab', async () => {
  await openAs('reconciler', '/estacionamento')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Estacionamento: A decidir')
  expect(screen.queryByRole('link', { name: 'Aplicar' })).toBeNull()
})

test('the tabs of the reconciliation show what waits for a decision', async () => {
  const waiting = parkingDays.reduce((sum, day) => sum + day.waiting, 0)
  expect(waiting).toBeGreaterThan(0)
  const counts = [{ permission: 'parking.reconcile', count: parkingCases.length + waiting }] as const
  await openAs('reconciler', '/estacionamento', respond(waitingCountsCall, [...counts]))
  expect(
    screen.getByRole('link', { name: new RegExp(`^A decidir ?${parkingCases.length} ?à espera$`) }),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: new RegExp(`^Conferência ?${waiting} ?à espera$`) })).toBeTruthy()
})
