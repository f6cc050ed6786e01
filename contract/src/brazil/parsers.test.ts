import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseComplement, parseNeighborhood, parseStreet, parseStreetNumber } from './address-text.ts'
import { parseBirthDate } from './birth-date.ts'
import { parseCellphone } from './cellphone.ts'
import { parseCep } from './cep.ts'
import { parseCnpj } from './cnpj.ts'
import { parseCpf } from './cpf.ts'
import { parseCompanyName } from './customer-name.ts'
import { parseEmail } from './email.ts'
import { parseFullName } from './full-name.ts'
import type { Parsed } from './parsed.ts'
import { parseEnteredPassword, parsePassword } from './password.ts'
import { parseVerificationCode } from './verification-code.ts'

const parsers: Record<string, (text: string) => Parsed<string>> = {
  parseComplement,
  parseNeighborhood,
  parseStreet,
  parseStreetNumber,
  parseBirthDate: (text) => parseBirthDate(text, { today: '2026-11-21', min_age: 18 }),
  parseCellphone,
  parseCep,
  parseCnpj: (text) => parseCnpj(text, 'alphanumeric'),
  parseCpf,
  parseEmail,
  parseFullName,
  parseCompanyName,
  parsePassword,
  parseEnteredPassword,
  parseVerificationCode,
}

const inputs = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'0123456789.-/() @aÁ\u0301\u0000'.split('')), maxLength: 20 }),
  fc.constantFrom(
    '529.982.247-25',
    '12.abc.345/01de-35',
    '(11) 98765-4321',
    '01001-000',
    '05/03/1990',
    'Ana Melo',
  ),
)

it.each(Object.entries(parsers))(
  '%s never throws, accepts its own output unchanged, and has messages that begin with a capital letter',
  (_name, parse) => {
    fc.assert(
      fc.property(inputs, (text) => {
        const parsed = parse(text)
        if (parsed.ok) expect(parse(parsed.value)).toEqual(parsed)
        else expect(parsed.message).toMatch(/^\p{Lu}/u)
      }),
      { numRuns: 1_000 },
    )
  },
)
