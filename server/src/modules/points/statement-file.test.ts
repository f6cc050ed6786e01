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

test('the file opens in a Brazilian spreadsheet, with the days of the club', () => {
  expect(statementHead).toBe('\uFEFFData;Movimento;Descrição;Pontos;Saldo\r\n')
  expect(statementLine(row)).toBe('10/12/2026;Pontos ganhos;Livraria;120;340\r\n')
})

test.each([
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['+1', "'+1"],
  ['Loja; a "nova"', '"Loja; a ""nova"""'],
  ['duas\nlinhas', '"duas\nlinhas"'],
])('the text %j neither splits nor runs', (about, expected) => {
  expect(statementLine({ ...row, about })).toBe(`10/12/2026;Pontos ganhos;${expected};120;340\r\n`)
})
