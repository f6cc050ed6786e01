import { escapeHtml } from '@clube/contract/kernel/html.ts'
import type { FastifyInstance } from 'fastify'
import { builtPromotions, type Promotions } from '../modules/campaigns/index.ts'
import { previewMessages, type MessagePreview, type Sender } from '../modules/messaging/index.ts'

/** E-mails have inline styles and inherit this policy in their frames. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

const style = `
  :root { color-scheme: light dark }
  body { margin: 0 auto; max-width: 1200px; padding: 24px 16px 64px; font: 16px/1.5 system-ui, sans-serif }
  section { margin: 0 0 48px } h2 { font-size: 18px }
  iframe { width: 100%; height: 640px; border: 1px solid #8886; border-radius: 12px }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace }
  section > div { display: grid; gap: 24px }
  @media (min-width: 800px) { section > div { grid-template-columns: 3fr 2fr } }`

/**
 * `/dev/screens/messages`: an example of every message as HTML, plain text and text message; each e-mail alone is at
 * `/dev/screens/messages/<template>`. Never in production.
 */
export const bindMessagePreviews = (
  app: FastifyInstance,
  { sender, promotions }: { sender: Sender; promotions: Promotions },
): void => {
  const messages = Object.assign(
    {},
    ...builtPromotions(promotions).map(({ messages: own }) => own),
  ) as Parameters<typeof previewMessages>[1]
  const previews = previewMessages(sender, messages)
  const html = (path: string, pageOf: (name: string) => string | undefined) =>
    app.get<{ Params: { name?: string } }>(path, { schema: { hide: true } }, (request, reply) => {
      const page = pageOf(request.params.name ?? '')
      if (page === undefined) return reply.code(404).send()
      return reply
        .header('content-security-policy', policy)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(page)
    })
  html('/dev/screens/messages', () => listPage(previews))
  html('/dev/screens/messages/:name', (name) => previews.find((preview) => preview.name === name)?.html)
}

const listPage = (previews: readonly MessagePreview[]): string => `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mensagens</title><style>${style}</style></head>
<body><main><h1>Mensagens</h1><ul>${previews
  .map(({ name, subject }) => `<li><a href="#${name}">${escapeHtml(subject)}</a></li>`)
  .join('')}</ul>${previews.map(section).join('\n')}</main></body></html>`

const section = ({ name, subject, text, sms }: MessagePreview): string =>
  `<section id="${name}"><h2><a href="/dev/screens/messages/${name}">${escapeHtml(subject)}</a></h2>` +
  `<div><iframe title="${escapeHtml(subject)}" loading="lazy" src="/dev/screens/messages/${name}"></iframe>` +
  `<div><pre>${escapeHtml(text)}</pre><pre>SMS: ${escapeHtml(sms)}</pre></div></div></section>`
