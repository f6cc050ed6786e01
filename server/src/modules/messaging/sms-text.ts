import type { Sender } from './message-content.ts'
import { wordsOf, type MessageWords } from './message-words.ts'

/** One segment of plain text; a longer message would be sent, and paid, in parts. */
export const smsLength = 160
/** The club's name in front of every text message may not push the message out of its segment. */
const nameLength = 20

/**
 * Lays a message out as one text message in plain ASCII. A code is repeated on a last line that phones bind to our
 * host (WebOTP), so that it is filled in on our page and on no other.
 * @throws {RangeError} when it does not fit, which only an unusually long host name can cause
 */
export const layOutSms = (words: MessageWords, sender: Sender): string => {
  const name = plainAscii(sender.club_name).slice(0, nameLength).trim()
  const bound = words.code === null ? '' : `\n\n@${new URL(sender.base_url).hostname} #${words.code}`
  const text = `${name}: ${plainAscii(words.short)}${bound}`
  if (text.length > smsLength)
    throw new RangeError(`A text message of ${text.length} characters is longer than ${smsLength}`)
  return text
}

/** Whether the longest message with a code fits one text message from this sender; asked at start. */
export const doesSmsFit = (sender: Sender): boolean => {
  const longest = wordsOf({ template: 'recovery-approved-code', protocol: '', code: '000000', minutes: 11 })
  try {
    return layOutSms(longest, sender).length > 0
  } catch {
    return false
  }
}

/** Accents fall, other foreign signs vanish: what is left costs one septet each on every network. */
export const plainAscii = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[–—]/g, '-')
    .replace(/[^A-Za-z0-9 .,:;!?/@#()+%&"'-]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
