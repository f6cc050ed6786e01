import { escapeHtml } from '@clube/contract/kernel/html.ts'
import { formatTimeWithSeconds, formatDate, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/database.ts'
import { findAttachment, listOutbox } from './outbox-store.ts'

type OutboxRow = Awaited<ReturnType<typeof listOutbox>>[number]

const listLimit = 100

const style = `
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: #f4f2f3; color: #1d181b }
  main { max-width: 720px; margin: 0 auto; padding: 24px 16px 64px }
  h1 { font-size: 24px } h2 { margin: 0; font-size: 17px }
  article { background: #fff; border-radius: 16px; padding: 20px; margin: 0 0 16px; box-shadow: 0 1px 3px #0002 }
  .about { margin: 0 0 12px; font-size: 14px; color: #5c5459; overflow-wrap: anywhere }
  pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 15px/1.5 ui-monospace, monospace }
  iframe { width: 100%; height: 480px; border: 1px solid #e6e1e4; border-radius: 12px }
  summary { cursor: pointer; margin-top: 12px }`

// E-mails have inline styles and inherit this policy; scripts are disabled.
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** `/dev/outbox`: the messages that were "sent", newest first; `/dev/outbox.json` for programs. Never in production. */
export const bindOutbox = (app: FastifyInstance, deps: { db: Db; time_zone: TimeZone }): void => {
  const { db, time_zone } = deps
  app.get('/dev/outbox', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page(await listOutbox(db, listLimit), time_zone)),
  )
  app.get('/dev/outbox.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await listOutbox(db, listLimit)),
  )
  app.get<{ Params: { message_id: string; filename: string } }>(
    '/dev/outbox/:message_id/:filename',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const file = await findAttachment(db, params)
      if (!file) return reply.code(404).send()
      return reply
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'no-store')
        .type(file.content_type)
        .send(file.content)
    },
  )
}

const page = (messages: readonly OutboxRow[], zone: TimeZone): string => `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Caixa de saída</title><style>${style}</style></head>
<body><main><h1>Caixa de saída</h1>
<p>Nesta instalação as mensagens não saem para a rua: ficam aqui. Recarregue para ver as novas.</p>
${messages.length === 0 ? '<p>Nenhuma mensagem ainda.</p>' : messages.map((message) => article(message, zone)).join('\n')}
</main></body></html>`

const article = (message: OutboxRow, zone: TimeZone): string => {
  const { message_id, channel, recipient, subject, html, text, created_at, filenames } = message
  const title = channel === 'sms' ? 'SMS' : subject
  const htmlPreview =
    html === ''
      ? ''
      : `<details><summary>Ver como e-mail</summary><iframe sandbox title="${escapeHtml(title)}" srcdoc="${escapeHtml(html)}"></iframe></details>`
  return `<article><h2>${escapeHtml(title)}</h2>
<p class="about">${channel === 'sms' ? 'SMS' : 'E-mail'} para ${escapeHtml(recipient)} · ${formatDate(created_at, zone)}, ${formatTimeWithSeconds(created_at, zone)}</p>
<pre>${escapeHtml(text)}</pre>${filenames.map((name) => fileLink(message_id, name)).join('')}${htmlPreview}</article>`
}

const fileLink = (message_id: string, filename: string): string =>
  `<p class="about"><a href="/dev/outbox/${message_id}/${encodeURIComponent(filename)}">${escapeHtml(filename)}</a></p>`
