import type { Sender } from './message-content.ts'
import type { MessageWords } from './message-words.ts'

/** Subject and both bodies of an e-mail. */
export type RenderedEmail = { readonly subject: string; readonly html: string; readonly text: string }

/** Lays a message out as an e-mail: a table and inline styles, the only things every mail client understands. */
export const layOutEmail = (words: MessageWords, sender: Sender): RenderedEmail => ({
  subject: `${words.subject} – ${sender.club_name}`,
  html: html(words, sender),
  text: text(words, sender),
})

const text = (words: MessageWords, sender: Sender): string => {
  const [first = '', ...others] = words.paragraphs
  const body = [
    first,
    ...(words.code === null ? [] : [`    ${words.code}`]),
    ...(words.link ? [words.link.address] : []),
    ...others,
  ]
  return [
    ...body,
    ...(words.warning === null ? [] : [words.warning]),
    `${sender.club_name}\n${sender.base_url}\n${deskLine(sender)}`,
  ].join('\n\n')
}

const html = (words: MessageWords, sender: Sender): string => {
  const [first = '', ...others] = words.paragraphs
  const code =
    words.code === null
      ? ''
      : `<p style="margin:0 0 24px;padding:16px;background:#f4f2f3;border-radius:12px;text-align:center;` +
        `font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:8px">${escape(words.code)}</p>`
  const warning =
    words.warning === null
      ? ''
      : `<p style="margin:0 0 16px;font-size:14px;color:#5c5459">${escape(words.warning)}</p>`
  return `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(words.subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f2f3;color:#1d181b;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:16px;border-top:6px solid ${escape(sender.accent)}">
<tr><td style="padding:32px 28px 16px">
<p style="margin:0 0 8px;font-size:14px;color:#5c5459">${escape(sender.club_name)}</p>
<h1 style="margin:0 0 20px;font-size:22px;line-height:1.3">${escape(words.subject)}</h1>
${paragraph(first)}${code}${words.link ? button(words.link, sender) : ''}${others.map(paragraph).join('')}${warning}
</td></tr>
<tr><td style="padding:16px 28px 28px;border-top:1px solid #e6e1e4;font-size:13px;color:#5c5459">
${escape(deskLine(sender))}<br><a href="${escape(sender.base_url)}" style="color:#1d181b">${escape(sender.base_url)}</a>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

/** The address stands under the button too: some programs show letters without what can be pressed. */
const button = (link: NonNullable<MessageWords['link']>, { accent }: Sender): string =>
  `<p style="margin:0 0 12px"><a href="${escape(link.address)}" style="display:inline-block;padding:14px 24px;` +
  `border-radius:999px;background:${escape(accent)};color:${inkOn(accent)};font-weight:600;text-decoration:none">` +
  `${escape(link.words)}</a></p><p style="margin:0 0 24px;font-size:13px;color:#5c5459;word-break:break-all">` +
  `${escape(link.address)}</p>`

/** What can be read on the club's colour: white, or the ink of the letter on a light one. */
const inkOn = (accent: string): string => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16))
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? '#1d181b' : '#ffffff'
}

const paragraph = (sentence: string): string => `<p style="margin:0 0 16px">${escape(sentence)}</p>`

const deskLine = ({ desk_text, desk_phone }: Sender): string =>
  desk_phone === null ? desk_text : `${desk_text} Telefone: ${desk_phone}`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (words: string): string => words.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
