import { createHash } from 'node:crypto'
import {
  offlineHashText,
  shortCodeLength,
  ticketAlphabet,
  ticketCodeLength,
} from '@clube/contract/event-tickets/ticket-code.ts'
import type { Vault } from '../vault/index.ts'

/** A ticket's code as the database keeps it. */
export type CodeAtRest = { code_index: Buffer; short_index: Buffer; code_sealed: Buffer }

const sealLabel = 'event-ticket.code'
const indexLabel = { code: 'event-ticket.code', short: 'event-ticket.short' } as const

/**
 * A fresh code for a QR code.
 * @param below gives an unpredictable integer from 0 and below its argument
 */
export const createTicketCode = (below: (limit: number) => number): string =>
  Array.from({ length: ticketCodeLength }, () => ticketAlphabet[below(ticketAlphabet.length)] ?? '').join('')

/** The code that people type, which follows from the long one and does not lead back to it. */
export const shortCodeOf = (code: string): string => {
  const digest = createHash('sha256').update(`short:${code}`).digest()
  let number = BigInt(`0x${digest.toString('hex')}`)
  const base = BigInt(ticketAlphabet.length)
  let short = ''
  while (short.length < shortCodeLength) {
    short += ticketAlphabet[Number(number % base)] ?? ''
    number /= base
  }
  return short
}

/** How a code rests: fingerprints to find it by and a sealed copy to show it again. */
export const codeAtRest = (vault: Vault, code: string): CodeAtRest => ({
  code_index: codeIndex(vault, 'code', code),
  short_index: codeIndex(vault, 'short', shortCodeOf(code)),
  code_sealed: vault.seal(sealLabel, code),
})

/** The fingerprint under which a scanned or typed code is looked for. */
export const codeIndex = (vault: Vault, kind: 'code' | 'short', code: string): Buffer =>
  vault.indexOf(indexLabel[kind], code)

export const openCode = (vault: Vault, code_sealed: Buffer): string => vault.open(sealLabel, code_sealed)

/** A code in the gate's offline list, as hex. */
export const offlineHash = (session_id: string, code: string): string =>
  createHash('sha256').update(offlineHashText(session_id, code)).digest('hex')

/** First name, which is enough at a gate. */
export const firstNameOf = (name: string): string => name.split(' ', 1)[0] ?? ''
