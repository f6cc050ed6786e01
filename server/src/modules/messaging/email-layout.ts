import { escapeHtml } from '@clube/contract/kernel/html.ts'
import { linkUrlOf, type MessageTexts, type Sender } from './message-content.ts'

/** Subject and both bodies of an e-mail. */
export type RenderedEmail = { readonly subject: string; readonly html: string; readonly text: string }

/** Renders a message as an e-mail with tables and inline styles, which every mail client supports. */
export const renderEmail = (texts: MessageTexts, sender: Sender): RenderedEmail => ({
  subject: `${texts.subject} – ${sender.club_name}`,
  html: html(texts, sender),
  text: text(texts, sender),
})

const text = (texts: MessageTexts, sender: Sender): string => {
  const [first = '', ...others] = texts.paragraphs
  const body = [
    first,
    ...(texts.details ? [texts.details.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(texts.code === null ? [] : [`    ${texts.code}`]),
    ...(texts.link ? [linkUrlOf(texts.link, sender)] : []),
    ...others,
  ]
  return [
    ...body,
    ...(texts.warning === null ? [] : [texts.warning]),
    `${sender.club_name}\n${sender.base_url}\n${deskLine(sender)}`,
  ].join('\n\n')
}

/** Mail clients without dark mode ignore the rules; those that remove them show the inline colors. */
const darkRules = `@media (prefers-color-scheme: dark) {
  .page { background: #171214 !important; color: #f3ecef !important }
  .card { background: #221b1f !important }
  .soft, .soft a { color: #c3b6bd !important }
  .line { border-color: #43383e !important }
  .code { background: #332a2f !important }
}`

const html = (texts: MessageTexts, sender: Sender): string => {
  const [first = '', ...others] = texts.paragraphs
  const code =
    texts.code === null
      ? ''
      : `<p class="code" style="margin:0 0 24px;padding:16px;background:#f4f2f3;border-radius:12px;text-align:center;` +
        `font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:8px">${escapeHtml(texts.code)}</p>`
  const warning =
    texts.warning === null
      ? ''
      : `<p class="soft" style="margin:0 0 16px;font-size:14px;color:#5c5459">${escapeHtml(texts.warning)}</p>`
  return `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(texts.subject)}</title><style>${darkRules}</style></head>
<body class="page" style="margin:0;padding:24px 12px;background:#f4f2f3;color:#1d181b;font:16px/1.5 Figtree,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:14px;overflow:hidden">
<tr><td style="padding:16px 28px;background:${escapeHtml(sender.accent)};color:${textColorOn(sender.accent)};font-size:16px;font-weight:700">
${escapeHtml(sender.club_name)}
</td></tr>
<tr><td style="padding:28px 28px 12px">
<h1 style="margin:0 0 20px;font-size:22px;line-height:1.15">${escapeHtml(texts.subject)}</h1>
${paragraph(first)}${details(texts)}${code}${texts.link ? button(texts.link, sender) : ''}${others.map(paragraph).join('')}${warning}
</td></tr>
<tr><td class="line soft" style="padding:16px 28px 28px;border-top:1px solid #e6e1e4;font-size:14px;color:#5c5459">
${escapeHtml(deskLine(sender))}<br><a href="${escapeHtml(sender.base_url)}" style="color:#5c5459">${escapeHtml(sender.base_url)}</a>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

const details = ({ details: facts = [] }: MessageTexts): string => {
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td class="line soft" style="padding:10px 16px 10px 0;border-top:1px solid #e6e1e4;font-size:14px;color:#5c5459;vertical-align:top">${escapeHtml(label)}</td>` +
      `<td class="line" style="padding:10px 0;border-top:1px solid #e6e1e4;font-weight:600">${escapeHtml(value)}</td></tr>`,
  )
  return rows.length === 0
    ? ''
    : `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px">${rows.join('')}</table>`
}

/** The URL is repeated below the button, for clients that do not show buttons. */
const button = (link: NonNullable<MessageTexts['link']>, sender: Sender): string => {
  const url = escapeHtml(linkUrlOf(link, sender))
  const { accent } = sender
  return (
    `<p style="margin:0 0 12px"><a href="${url}" style="display:inline-block;padding:14px 24px;` +
    `border-radius:999px;background:${escapeHtml(accent)};color:${textColorOn(accent)};font-weight:600;text-decoration:none">` +
    `${escapeHtml(link.label)}</a></p><p class="soft" style="margin:0 0 24px;font-size:14px;color:#5c5459;word-break:break-all">` +
    `${url}</p>`
  )
}

/** Readable text color on the club's color: white, or dark on a light one. */
const textColorOn = (accent: string): string => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((index) =>
    Number.parseInt(accent.slice(index, index + 2), 16),
  )
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? '#1d181b' : '#ffffff'
}

const paragraph = (sentence: string): string => `<p style="margin:0 0 16px">${escapeHtml(sentence)}</p>`

const deskLine = ({ desk_text, desk_phone }: Sender): string =>
  desk_phone === null ? desk_text : `${desk_text} Telefone: ${desk_phone}`
