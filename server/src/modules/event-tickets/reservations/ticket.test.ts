import { createHash, pbkdf2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseVoucherCode } from '@clube/contract/campaigns/voucher-code.ts'
import { createVault } from '../../vault/index.ts'
import { createSeededRandom } from '../../../testing/seeded-random.ts'
import { createVoucherCode, shortCodeOf } from '../../campaigns/index.ts'
import { offlineHash, offlineSalt, shortOfflineHash, ticketCodes } from './ticket.ts'

const vault = createVault(Buffer.alloc(32, 'k'))
const random = createSeededRandom('tickets')

test('a ticket code and its short form can be parsed, and the short form is always the same', () => {
  const code = createVoucherCode(random)
  expect(parseVoucherCode(code)).toEqual({ kind: 'code', code })
  expect(parseVoucherCode(shortCodeOf(code))).toEqual({ kind: 'short', code: shortCodeOf(code) })
  expect(shortCodeOf(code)).toBe(shortCodeOf(code))
})

test('ticket codes are unique', () => {
  const codes = Array.from({ length: 5000 }, () => createVoucherCode(random))
  expect(new Set(codes).size).toBe(5000)
  expect(new Set(codes.map(shortCodeOf)).size).toBe(5000)
})

test('a stored ticket code can be looked up and decrypted, but not read without the key', () => {
  const code = createVoucherCode(random)
  const stored = ticketCodes.atRest(vault, code)
  expect(stored.code_index).toEqual(ticketCodes.indexOf(vault, 'code', code))
  expect(stored.short_index).toEqual(ticketCodes.indexOf(vault, 'short', shortCodeOf(code)))
  expect(ticketCodes.open(vault, stored.code_sealed)).toBe(code)
  for (const bytes of Object.values(stored)) expect(bytes.includes(code)).toBe(false)
})

test('the offline list contains SHA-256 of session and long code, and a slow salted hash of the short code', async () => {
  const code = createVoucherCode(random)
  expect(offlineHash('s1', code)).toBe(createHash('sha256').update(`s1:${code}`).digest('hex'))
  const salt = offlineSalt(vault, 's1')
  expect(await shortOfflineHash(salt, 'K7QM2XPD9FHT')).toEqual(
    pbkdf2Sync('K7QM2XPD9FHT', salt, 20_000, 32, 'sha256'),
  )
  expect(offlineSalt(vault, 's2')).not.toEqual(salt)
  expect(offlineSalt(createVault(Buffer.alloc(32, 'x')), 's1')).not.toEqual(salt)
})
