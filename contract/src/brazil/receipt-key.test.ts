import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  completeReceiptKey,
  lookupUrlOf,
  formatReceiptKey,
  parseReceiptKey,
  parseReceiptQr,
} from './receipt-key.ts'
import { stateCodes } from './state-codes.ts'
import { states } from './states.ts'

const keys = [
  '13181017921427000125650010000000309887251170',
  '41150876497338001649650010000005351770691965',
  '43181012384687000438651040002069031002069033',
] as const
const [key] = keys

describe('receipt keys', () => {
  test('real receipt keys are parsed', () => {
    for (const realKey of keys) expect(parseReceiptKey(realKey).ok).toBe(true)
    expect(parseReceiptKey(` ${formatReceiptKey(key)} `)).toEqual({
      ok: true,
      value: {
        key,
        uf: 'AM',
        issued_month: '2018-10',
        issuer_cnpj: '17921427000125',
        model: '65',
        series: '001',
        number: '000000030',
      },
    })
  })

  test('a SAT receipt key contains a 9-digit device serial number and a 6-digit receipt number', () => {
    const body = '352611' + '11222333000181' + '59' + '000123456' + '004321' + '654321'
    const key = [...'0123456789'].map((digit) => body + digit).find((sat) => parseReceiptKey(sat).ok)
    expect(parseReceiptKey(key ?? '')).toMatchObject({
      value: { model: '59', series: '000123456', number: '004321' },
    })
  })

  test('a receipt key with one wrong character is rejected unless its check digit still matches', () => {
    fc.assert(
      fc.property(fc.nat(43), fc.constantFrom(...'0123456789AZ'), (i, character) => {
        if (key[i] === character) return
        const wrong = key.slice(0, i) + character + key.slice(i + 1)
        const parsed = parseReceiptKey(wrong)
        // Modulo 11 detects every single wrong digit except when both sums leave a remainder of 0 or 1.
        if (parsed.ok) expect(i).not.toBe(43)
        else expect(parsed.message).toBe('Chave de acesso inválida. Confira os 44 caracteres da nota.')
      }),
    )
    for (const wrong of ['', '123', key.slice(1), `${key}0`, `99${key.slice(2)}`])
      expect(parseReceiptKey(wrong)).toMatchObject({ ok: false })
  })

  test('letters in a receipt key count as their ASCII code minus 48', () => {
    const body = '352611' + '12ABC34501DE35' + '65' + '001' + '000000123' + '1' + '12345678'
    const digits = '0123456789'
    const checkDigits = [...digits].filter((digit) => parseReceiptKey(body + digit).ok)
    expect(checkDigits).toHaveLength(1)
    expect(parseReceiptKey((body + (checkDigits[0] ?? '')).toLowerCase())).toMatchObject({
      ok: true,
      value: { issuer_cnpj: '12ABC34501DE35', uf: 'SP' },
    })
  })
})

describe('QR codes of receipts', () => {
  test.each([
    `https://www.fazenda.am.gov.br/nfce?p=${key}|2|1|1|ABCDEF`,
    `http://x/nfce?chNFe=${key}&nVersao=100`,
    `https://x/?p=${key}%7C2%7C1`,
    `${key}|20181001120000|10.00||`,
    key,
  ])('the receipt key is read from the QR code %s', (text) => {
    expect(parseReceiptQr(text)).toMatchObject({ ok: true, value: { key } })
  })

  test.each(['', 'https://example.com', `https://x/?p=${key.slice(1)}`, 'WIFI:S:x;;', `x${key}`])(
    'the QR code %j is rejected as not from a receipt',
    (text) => {
      expect(parseReceiptQr(text)).toEqual({ ok: false, message: 'Este QR Code não é de uma nota fiscal.' })
    },
  )
})

test('a receipt key without its check digit is completed', () => {
  const key = '35261111222333000181650010000010011123456780'
  const completed = completeReceiptKey(key.slice(0, 43))
  expect(parseReceiptKey(completed)).toMatchObject({ ok: true, value: { key: completed } })
})

test('every federal unit has a numeric code', () => {
  expect(Object.values(stateCodes).toSorted()).toEqual(states.map(({ uf }) => uf).toSorted())
})

describe('the URL of a receipt’s lookup page', () => {
  // Issued in São Paulo.
  const key = '35261111444777000161650010000000110000000015'
  const p = `${key}|2|1|1|6D4D8F5BE3A9C1B7D2F0A4E8C6B1907F3A2D5E4C`
  const page = `https://www.nfce.fazenda.sp.gov.br/qrcode?p=${p}`

  test.each([
    ['of the receipt’s state is kept', page, page],
    ['without encryption is changed to https', page.replace('https', 'http'), page],
    ['with other parameters is kept without them', `${page}&cpf=52998224725`, page],
    [
      'of the page shared by several states is kept',
      `https://dfe-portal.svrs.rs.gov.br/Dfe/QrCodeNFce?p=${p}`,
      undefined,
    ],
  ])('a lookup URL %s', (_what, text, expected) => {
    expect(lookupUrlOf(text, key)).toBe(expected ?? text)
  })

  test.each([
    ['a bare key', key],
    ['another host', page.replace('fazenda.sp.gov.br', 'fazenda.sp.gov.br.exemplo.com')],
    ['a municipality', page.replace('nfce.fazenda', 'prefeitura')],
    ['another state', page.replace('.sp.', '.mg.')],
    ['a port', page.replace('.br/', '.br:8443/')],
    ['a user name', page.replace('https://', 'https://fazenda.sp.gov.br@')],
    ['a script', 'javascript:alert(1)'],
    ['another receipt', page.replace(key, '41150876497338001649650010000005351770691965')],
    ['markup in a parameter', page.replace('6D4D', '%22%3E%3Cscript%3E')],
    ['an offline receipt, which can contain a CPF', `${page}|20|450.00|x`],
    ['the older form, which contains a CPF', page.replace(`p=${p}`, `chNFe=${key}&cDest=52998224725`)],
  ])('the lookup URL is null for %s', (_what, text) => {
    expect(lookupUrlOf(text, key)).toBeNull()
  })
})
