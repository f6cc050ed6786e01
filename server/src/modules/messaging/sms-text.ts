import { linkUrlOf, type MessageTexts, type Sender } from './message-content.ts'
import { textsOf } from './message-texts.ts'

/** Length of one segment; a longer message would be sent, and charged, in parts. */
export const smsLength = 160
/** Maximum length of the club's name prefix, so that messages fit one segment. */
const nameLength = 20

/**
 * Renders a message as one text message in ASCII. A code is repeated on a last line that phones bind to our
 * host (WebOTP), so that autofill works on our page only.
 * @throws {RangeError} when it does not fit, which only an unusually long host name can cause
 */
export const renderSms = (texts: MessageTexts, sender: Sender): string => {
  const name = plainAscii(sender.club_name).slice(0, nameLength).trim()
  const autofillLine = texts.code === null ? '' : `\n\n@${new URL(sender.base_url).hostname} #${texts.code}`
  const body = `${name}: ${plainAscii(texts.short)}`
  const link = texts.link?.in_sms ? ` ${linkUrlOf(texts.link, sender)}` : ''
  const withLink =
    body.length + link.length <= smsLength ? `${body}${link}` : `${body} procure o atendimento.`
  const text = `${link === '' ? body : withLink}${autofillLine}`
  if (text.length > smsLength)
    throw new RangeError(`A text message of ${text.length} characters is longer than ${smsLength}`)
  return text
}

/** Whether the longest message with a code fits one text message of this sender; checked at start. */
export const doesSmsFit = (sender: Sender): boolean => {
  const longest = textsOf(
    { template: 'recovery-approved-code', protocol: '', code: '000000', minutes: 11 },
    sender.time_zone,
  )
  try {
    return renderSms(longest, sender).length > 0
  } catch {
    return false
  }
}

/** Strips accents and drops other non-ASCII characters: each remaining character takes one septet on every network. */
export const plainAscii = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[–—]/g, '-')
    .replace(/[^A-Za-z0-9 .,:;!?/@#()+%&"'-]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
