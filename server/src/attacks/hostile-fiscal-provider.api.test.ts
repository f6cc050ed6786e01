import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { readPointsCall } from '@clube/contract/points/calls.ts'
import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { findReceiptCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { shops } from '../../seeds/demonstration/shops.ts'
import type { ApiResponse, TestBrowser } from '../testing/browser.ts'
import { useClub } from '../testing/club.ts'
import { freshCpfs, registerCustomer } from '../testing/joining.ts'
import { hostileResponses, useFakeFiscalProvider } from '../testing/fake-fiscal-provider.ts'
import { receiptKeyOf } from '../testing/receipts.ts'
import { signedInStaff, staffPersonas } from '../testing/staff.ts'

const provider = useFakeFiscalProvider()
const club = useClub({
  get fiscal_queries() {
    return { url: provider.url, timeout_ms: 300 }
  },
})
const [{ cnpj }] = shops
const cpfs = freshCpfs(30, 840_000_000)
let lastNumber = 1000
const amount_cents = 12_350

const today = () => clubDayOf(club.now(), defaultTimeZone)
const keyOf = (series = 1) => receiptKeyOf({ now: club.now(), cnpj, series, number: (lastNumber += 1) })
const newCustomer = () => registerCustomer(club.browser(), cpfs.pop() ?? '')
const register = (browser: TestBrowser, receipt_key: string) =>
  browser.send(registerReceiptCall, { body: { receipt_key, amount_cents, issued_on: today() } })
const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`${response.status} ${response.message}`)
  return response.data
}
const reasonsOf = async (receipt_key: string) => {
  const validator = await signedInStaff(club, staffPersonas.validator)
  const { receipt } = dataOf(await validator.send(findReceiptCall, { body: { receipt_key } }))
  return receipt?.review_reasons
}

describe('a provider of fiscal queries', () => {
  // If earlier failures opened the circuit, it now admits a trial request.
  beforeEach(() => club.advanceSeconds(30))
  afterEach(() => {
    provider.override = null
  })

  test.each(Object.entries(hostileResponses))(
    'a receipt waits for staff, without points, when the fiscal provider %s',
    async (_what, override) => {
      const browser = await newCustomer()
      provider.override = override
      const key = keyOf()
      const response = await register(browser, key)
      provider.override = null
      expect(dataOf(response)).toMatchObject({ state: 'pending_review', points: 0 })
      expect(provider.queriedKeys).toContain(key)
      expect(await reasonsOf(key)).toEqual(['Consulta fiscal sem resposta'])
    },
  )

  test('a provider that failed five times is not queried for half a minute, and receipts wait for staff without delay', async () => {
    const key = keyOf()
    provider.receipts.set(key, { state: 'authorized', amount_cents, issued_on: today() })
    // A success closes the circuit.
    expect(dataOf(await register(await newCustomer(), key)).state).toBe('auto_approved')
    provider.override = hostileResponses['responds with an error'] ?? null
    const keys = Array.from({ length: 7 }, () => keyOf())
    for (const each of keys)
      expect(dataOf(await register(await newCustomer(), each)).state).toBe('pending_review')
    provider.override = null
    expect(keys.filter((each) => provider.queriedKeys.includes(each))).toEqual(keys.slice(0, 5))
    club.advanceSeconds(30)
    const later = keyOf()
    provider.receipts.set(later, { state: 'authorized', amount_cents, issued_on: today() })
    expect(dataOf(await register(await newCustomer(), later)).state).toBe('auto_approved')
  })

  test('a receipt unknown to the fiscal provider waits for staff', async () => {
    const browser = await newCustomer()
    const key = keyOf()
    expect(dataOf(await register(browser, key)).state).toBe('pending_review')
    expect(await reasonsOf(key)).toEqual(['Nota não encontrada na consulta fiscal'])
    expect(dataOf(await browser.send(readPointsCall)).balance).toBe(0)
  })

  test.each([
    ['a different amount', { amount_cents: 1235 }, 'Valor ou data diferente da consulta fiscal'],
    ['a different day', { issued_on: '2020-01-01' }, 'Valor ou data diferente da consulta fiscal'],
    ['a cancellation', { state: 'cancelled' }, 'Nota cancelada na consulta fiscal'],
  ] as const)(
    'a receipt for which the fiscal provider reports %s waits for staff',
    async (_what, change, reason) => {
      const key = keyOf()
      provider.receipts.set(key, { state: 'authorized', amount_cents, issued_on: today(), ...change })
      dataOf(await register(await newCustomer(), key))
      expect(await reasonsOf(key)).toEqual([reason])
    },
  )

  test('a receipt confirmed by the fiscal provider is approved immediately, even from a new till, and queried once', async () => {
    const key = keyOf(42)
    provider.receipts.set(key, { state: 'authorized', amount_cents, issued_on: today() })
    const browser = await newCustomer()
    expect(dataOf(await register(browser, key))).toMatchObject({ state: 'auto_approved', points: 123 })
    expect(await register(browser, key)).toMatchObject({ code: 'receipts.own-duplicate' })
    expect(await register(await newCustomer(), key)).toMatchObject({ code: 'receipts.used-by-other' })
    expect(provider.queriedKeys.filter((queried) => queried === key)).toHaveLength(1)
  })
})
