import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { expect, test } from 'vitest'
import { statementHead, statementLine } from './statement-file.ts'

const row = {
  position: 7,
  created_at: new Date('2026-12-11T01:30:00Z'),
  kind: 'earn' as const,
  about: 'Livraria',
  points: 120,
  balance_after: 340,
}

test('the statement file is formatted for Brazilian spreadsheets, with club days', () => {
  expect(statementHead).toBe('\uFEFFData;Movimento;Descrição;Pontos;Saldo\r\n')
  expect(statementLine(row, defaultTimeZone)).toBe('10/12/2026;Pontos ganhos;Livraria;120;340\r\n')
})

test.each([
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['+1', "'+1"],
  ['Loja; a "nova"', '"Loja; a ""nova"""'],
  ['duas\nlinhas', '"duas\nlinhas"'],
])('the statement text %j is neither split nor evaluated as a formula', (about, expected) => {
  expect(statementLine({ ...row, about }, defaultTimeZone)).toBe(
    `10/12/2026;Pontos ganhos;${expected};120;340\r\n`,
  )
})
