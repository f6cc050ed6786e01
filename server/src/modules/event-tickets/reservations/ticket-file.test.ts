import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { expect, test } from 'vitest'
import { ticketFileHeader, ticketFileLine } from './ticket-file.ts'

const row = {
  participant_name: 'Ana Lúcia Pereira',
  document: '***.982.247-**',
  state: 'valid',
  used_at: null,
  used_gate: null,
} as const

test('the ticket file has column headers and no codes', () => {
  expect(ticketFileHeader).toBe('\uFEFFParticipante;Reservado por;Situação;Entrada;Portaria\r\n')
})

test('a line of the ticket file shows when and where the ticket was used, in club time', () => {
  expect(ticketFileLine(row, defaultTimeZone)).toBe('Ana Lúcia Pereira;***.982.247-**;Válido;;\r\n')
  const used = { ...row, state: 'used', used_at: '2026-12-12T22:42:00Z', used_gate: 'Entrada B' } as const
  expect(ticketFileLine(used, defaultTimeZone)).toBe(
    'Ana Lúcia Pereira;***.982.247-**;Utilizado;12/12/2026 19:42;Entrada B\r\n',
  )
})

test('a gate’s name in the ticket file is neither split nor evaluated as a formula', () => {
  const used = { ...row, state: 'used', used_at: '2026-12-12T22:42:00Z' } as const
  expect(ticketFileLine({ ...used, used_gate: '=1+1' }, defaultTimeZone)).toContain(";'=1+1\r\n")
  expect(ticketFileLine({ ...used, used_gate: 'A; "B"' }, defaultTimeZone)).toContain(';"A; ""B"""\r\n')
})
