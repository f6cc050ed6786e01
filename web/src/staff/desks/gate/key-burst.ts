import { ticketAlphabet } from '@clube/contract/event-tickets/ticket-code.ts'

/** What a USB reader has typed so far: it is a keyboard that is quicker than any person and ends in Enter. */
export type KeyBurst = { readonly text: string; readonly at: number }

export const noKeys: KeyBurst = { text: '', at: 0 }

/** Longest pause between two keys of one reading, in milliseconds. */
const gapMs = 300
/** Shorter than any code: somebody pressed Enter on a button. */
const fewestKeys = 6

/**
 * Takes one key of the document. `taken`: it belongs to a reading and must do nothing else; `code`: a reading is whole.
 */
export function takeKey(
  burst: KeyBurst,
  key: string,
  at: number,
): { burst: KeyBurst; taken: boolean; code: string | null } {
  const text = at - burst.at <= gapMs ? burst.text : ''
  if (key === 'Enter') {
    const isWhole = text.length >= fewestKeys
    return { burst: noKeys, taken: isWhole, code: isWhole ? text : null }
  }
  const belongs = key.length === 1 && (text !== '' || ticketAlphabet.includes(key.toUpperCase()))
  if (!belongs) return { burst: key.length === 1 ? noKeys : { text, at: burst.at }, taken: false, code: null }
  return { burst: { text: text + key, at }, taken: true, code: null }
}
