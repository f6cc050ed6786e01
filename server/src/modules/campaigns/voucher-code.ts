import { createHash } from 'node:crypto'
import { codeAlphabet, longCodeLength, shortCodeLength } from '@clube/contract/campaigns/voucher-code.ts'
import type { Random } from '../../ports/random.ts'
import type { Vault } from '../vault/index.ts'

/** A new code for a QR code. */
export const createVoucherCode = (random: Pick<Random, 'below'>): string =>
  Array.from({ length: longCodeLength }, () => codeAlphabet[random.below(codeAlphabet.length)] ?? '').join('')

/** The short code, derived one-way from the long one. */
export const shortCodeOf = (code: string): string => {
  const digest = createHash('sha256').update(`short:${code}`).digest()
  let number = BigInt(`0x${digest.toString('hex')}`)
  const base = BigInt(codeAlphabet.length)
  let short = ''
  while (short.length < shortCodeLength) {
    short += codeAlphabet[Number(number % base)] ?? ''
    number /= base
  }
  return short
}

/** A stored code: fingerprints for lookup and a sealed copy for display. */
export type CodeAtRest = { code_index: Buffer; short_index: Buffer; code_sealed: Buffer }

/** How codes of one kind of voucher are stored; `purpose` separates the keys of different kinds and never changes. */
export const voucherCodesOf = (purpose: string) => {
  const labels = { code: `${purpose}.code`, short: `${purpose}.short` } as const
  /** Lookup fingerprint of a scanned or typed code. */
  const indexOf = (vault: Vault, form: 'code' | 'short', code: string): Buffer =>
    vault.indexOf(labels[form], code)
  return {
    indexOf,
    atRest: (vault: Vault, code: string): CodeAtRest => ({
      code_index: indexOf(vault, 'code', code),
      short_index: indexOf(vault, 'short', shortCodeOf(code)),
      code_sealed: vault.seal(labels.code, code),
    }),
    open: (vault: Vault, code_sealed: Buffer): string => vault.open(labels.code, code_sealed),
  }
}
