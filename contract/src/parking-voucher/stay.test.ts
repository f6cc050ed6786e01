import { expect, test } from 'vitest'
import { parkingResultMessage } from './stay.ts'

test('the result of a parking voucher says until when to leave, or what is still due', () => {
  const result = { discount_cents: 1000, due_cents: 0, leave_time: '18:20' }
  expect(parkingResultMessage(result)).toBe('Estacionamento liberado até 18:20')
  expect(parkingResultMessage({ ...result, leave_time: null })).toBe('Estacionamento liberado')
  expect(parkingResultMessage({ ...result, due_cents: 400, leave_time: null })).toBe(
    'Desconto de R$ 10,00 aplicado. Faltam R$ 4,00: pague antes de sair.',
  )
})
