import { stateCodes } from './state-codes.ts'
import type { Branded, Parsed } from './parsed.ts'
import { accepted, refused } from './parsed.ts'

/** The 44 characters of a receipt's access key (chave de acesso), upper case, with a verified check digit. */
export type ReceiptKey = Branded<'ReceiptKey'>

/** Receipt kinds by their model number in the key. */
export const receiptModels = { '55': 'NF-e', '59': 'CF-e SAT', '65': 'NFC-e' } as const
export type ReceiptModel = keyof typeof receiptModels

/** The receipt data encoded in a key. */
export type ReceiptKeyData = {
  readonly key: ReceiptKey
  /** Two-letter code of the state of issue. */
  readonly uf: string
  /** Month of issue as yyyy-MM; the day is not in the key. */
  readonly issued_month: string
  /** Document of the shop. */
  readonly issuer_cnpj: string
  readonly model: ReceiptModel
  /** The series of models 55 and 65 (3 digits); the SAT device's serial number (9 digits). */
  readonly series: string
  /**
   * 9 digits, or 6 for a SAT. Increases within issuer, model and series, and identifies the receipt together with them.
   */
  readonly number: string
}

export const receiptKeyLength = 44
export const receiptKeyMessage = 'Chave de acesso inválida. Confira os 44 caracteres da nota.'
export const receiptQrMessage = 'Este QR Code não é de uma nota fiscal.'

/**
 * Layout of the key in characters: state 2, year and month 4, CNPJ 14, model 2, then series 3, number 9, emission type 1,
 * random code 8, check digit 1; for a SAT: serial number of the device 9, number 6, random code 6, check digit 1.
 */
const layout =
  /^(\d{2})(\d{2})(0[1-9]|1[0-2])([0-9A-Z]{12}\d{2})(?:(55|65)(\d{3})(\d{9})\d{9}|(59)(\d{9})(\d{6})\d{6})\d$/

/** Parses a typed key, ignoring spaces, punctuation and case. */
export function parseReceiptKey(text: string): Parsed<ReceiptKeyData> {
  const key = text.replace(/[\s.\-/]/g, '').toUpperCase()
  const parts = layout.exec(key)
  const uf = stateCodes[parts?.[1] ?? '']
  if (!parts || uf === undefined || checkDigitOf(key.slice(0, -1)) !== key.at(-1))
    return refused(receiptKeyMessage)
  const [, , year = '', month = '', issuer_cnpj = ''] = parts
  const [model = '', series = '', number = ''] = parts.slice(5).filter((part) => part !== undefined)
  return accepted({
    key: key as ReceiptKey,
    uf,
    issued_month: `20${year}-${month}`,
    issuer_cnpj,
    model: model as ReceiptModel,
    series,
    number,
  })
}

/**
 * Parses the content of a receipt's QR code: a URL with `?p=key|version|environment|…`, the older `chNFe=`, a SAT's
 * `key|date|amount|…`, or the bare key.
 */
export function parseReceiptQr(text: string): Parsed<ReceiptKeyData> {
  const found = /(?:[?&](?:p|chNFe)=|^)([0-9A-Za-z]{44})(?:[|&%]|$)/.exec(text.trim())
  const parsed = found?.[1] === undefined ? undefined : parseReceiptKey(found[1])
  return parsed?.ok ? parsed : refused(receiptQrMessage)
}

/**
 * The URL of the tax authority's page about a receipt, from the content of its QR code. Null unless it is a URL of a
 * state tax authority (the receipt's own state, or the shared one of Rio Grande do Sul) and contains this key. Only an
 * online receipt's `p` is kept: other forms contain the customer's document.
 */
export function lookupUrlOf(qrCode: string, key: string): string | null {
  const parsed = parseReceiptKey(key)
  const text = qrCode.trim()
  if (!parsed.ok || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null
  const { hostname, port, pathname, username, searchParams } = new URL(text)
  const uf = taxAuthority.exec(hostname)?.[1]
  if (uf !== parsed.value.uf.toLowerCase() && uf !== 'rs') return null
  const values = searchParams.get('p') ?? ''
  if (port !== '' || username !== '' || !onlineReceipt.test(values)) return null
  if (values.slice(0, receiptKeyLength).toUpperCase() !== parsed.value.key) return null
  return `https://${hostname}${pathname}?p=${values}`
}

/** Host names that only a state's tax authority can have: `www.nfce.fazenda.sp.gov.br`. */
const taxAuthority =
  /^(?:[a-z0-9-]+\.)*(?:fazenda|sefaz|sefa|sefin|sef|set|nfce|dfe|receita|svrs)\.([a-z]{2})\.gov\.br$/

/** Key, version, environment, and the shop's code with its hash. */
const onlineReceipt = /^[0-9A-Za-z]{44}\|[0-9](?:\|[0-9A-Za-z]{1,64}){1,3}$/

/** Issuer, model, series and number of a key: what identifies the receipt. The rest is a date and a random code. */
export function receiptIdentityOf(key: string): string {
  return key.slice(6, key.slice(20, 22) === '59' ? 37 : 34)
}

/** Appends the check digit to the first 43 characters of a key. */
export const completeReceiptKey = (characters: string): string => characters + checkDigitOf(characters)

/** Formats a key in groups of four, as printed on receipts. */
export function formatReceiptKey(key: string): string {
  return key.replace(/(.{4})(?=.)/g, '$1 ')
}

/** Modulo 11 with weights 2 to 9 from the right; a letter counts as its ASCII code minus 48. */
function checkDigitOf(characters: string): string {
  let sum = 0
  let weight = 2
  for (let i = characters.length - 1; i >= 0; i -= 1) {
    sum += (characters.charCodeAt(i) - 48) * weight
    weight = weight === 9 ? 2 : weight + 1
  }
  const remainder = sum % 11
  return String(remainder < 2 ? 0 : 11 - remainder)
}
