import { maskOf } from '@clube/contract/brazil/mask.ts'
import { invalidTicketMessage, parseTicketNumber } from '@clube/contract/kernel/ticket-number.ts'

/** Up to 20 digits, in groups of four. */
export const ticketNumberMask = maskOf('0000 '.repeat(5).trim())

/** A ticket number in groups of four digits, on one line. */
export const formatTicketNumber = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1\u00a0')

/** Validates a typed ticket number. */
export const ticketNumberRule = (text: string): string | undefined =>
  parseTicketNumber(text) === null ? invalidTicketMessage : undefined
