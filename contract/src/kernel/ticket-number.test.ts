import { expect, test } from 'vitest'
import { parseTicketNumber } from './ticket-number.ts'

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
