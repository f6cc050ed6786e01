import { expect, test } from 'vitest'
import { parkingResultMessage, parseTicketNumber } from './stay.ts'

test.each([
  ['123456', '123456'],
  ['12345678901234567890', '12345678901234567890'],
  [' 1234 5678-90.12 ', '123456789012'],
])('the ticket number %j is read as %j', (text, number) => {
  expect(parseTicketNumber(text)).toBe(number)
})

test.each(['', '12345', '123456789012345678901', '12345a', '１２３４５６', '١٢٣٤٥٦', "123456' or 1=1"])(
  'the ticket number %j is invalid',
  (text) => {
    expect(parseTicketNumber(text)).toBeNull()
  },
)

test('the result of a parking voucher says until when to leave, or what is still due', () => {
  const result = { discount_cents: 1000, due_cents: 0, leave_time: '18:20' }
  expect(parkingResultMessage(result)).toBe('Estacionamento liberado até 18:20')
  expect(parkingResultMessage({ ...result, leave_time: null })).toBe('Estacionamento liberado')
  expect(parkingResultMessage({ ...result, due_cents: 400, leave_time: null })).toBe(
    'Desconto de R$ 10,00 aplicado. Faltam R$ 4,00: pague antes de sair.',
  )
})
