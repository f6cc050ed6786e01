import { escapeHtml } from '@clube/contract/kernel/html.ts'
import type { FastifyInstance } from 'fastify'
import { implementedPromotions, campaignMessages, type Promotions } from '../modules/campaigns/index.ts'
import {
  messageGroups,
  previewMessages,
  type MessagePreview,
  type PromotionMessage,
  type Sender,
} from '../modules/messaging/index.ts'

/** The policy of the list and of each e-mail, which is served separately for its frame; e-mails have inline styles. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

const path = '/dev/screens/messages'
const schemes = { light: 'claro', dark: 'escuro' } as const
type Scheme = keyof typeof schemes

/** Frames are as wide as a phone; the radio buttons at the top hide those of the other color scheme. */
const style = `
  :root { color-scheme: light dark; --line: light-dark(#ddd6da, #43383e); --soft: light-dark(#5c5459, #c3b6bd);
    --card: light-dark(#fff, #221b1f); background: light-dark(#f4f2f3, #171214) }
  * { box-sizing: border-box }
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif }
  .page { display: grid; gap: 24px; max-width: 1360px; margin: 0 auto; padding: 24px 16px 64px }
  h1 { margin: 0; font-size: 28px } h2 { margin: 24px 0 0; font-size: 22px } h3 { margin: 0; font-size: 18px }
  nav h2 { margin: 16px 0 4px; font-size: 14px; color: var(--soft) }
  nav ul { margin: 0; padding: 0; list-style: none; font-size: 14px }
  nav a { display: block; padding: 4px 0; color: inherit; text-decoration: none } nav a:hover { text-decoration: underline }
  fieldset { display: flex; gap: 20px; margin: 0; padding: 8px 0; border: 0 } legend { color: var(--soft); font-size: 14px }
  main, article { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; min-width: 0 }
  article { padding: 20px; border: 1px solid var(--line); border-radius: 16px; background: var(--card); scroll-margin-top: 16px }
  code, small { color: var(--soft); font-size: 14px }
  .views { display: flex; flex-wrap: wrap; gap: 20px; align-items: start }
  figure { margin: 0; width: 390px; max-width: 100% } figcaption { margin-bottom: 6px; color: var(--soft); font-size: 14px }
  iframe { display: block; width: 100%; height: 600px; border: 1px solid var(--line); border-radius: 12px }
  .sms p { margin: 0 0 6px; padding: 12px 16px; border-radius: 18px 18px 18px 4px;
    background: light-dark(#e9e4e7, #332a2f); white-space: pre-wrap; overflow-wrap: anywhere }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace; max-width: 390px }
  body:has(#only-light:checked) .dark, body:has(#only-dark:checked) .light { display: none }
  @media (max-width: 480px) {
    .page { padding-inline: 0 } header, nav, h2, h3, figcaption, .sms { padding-inline: 16px } nav h2 { padding: 0 }
    article { padding: 20px 0; border-width: 1px 0; border-radius: 0 } article a { margin-inline-start: 16px; padding: 0 }
    iframe { border-width: 1px 0; border-radius: 0 }
  }
  @media (min-width: 1000px) {
    .page { grid-template-columns: 15rem 1fr }
    header { grid-column: 1 / -1 }
    nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding-bottom: 24px }
  }`

/**
 * `/dev/screens/messages`: an example of every message, by group, as e-mail and SMS; each e-mail is also served
 * separately at `/dev/screens/messages/<template>`, in one color scheme with `?scheme=`. Never in production.
 */
export const bindMessagePreviews = (
  app: FastifyInstance,
  { sender, promotions }: { sender: Sender; promotions: Promotions },
): void => {
  const promotionMessages: Record<string, PromotionMessage>[] = implementedPromotions(promotions).map(
    ({ messages }) => messages,
  )
  const previews = previewMessages(
    sender,
    Object.assign({}, campaignMessages(sender.time_zone), ...promotionMessages),
  )
  type Query = { Params: { name?: string }; Querystring: { scheme?: string } }
  const servePage = (route: string, pageOf: (name: string, scheme?: string) => string | undefined) =>
    app.get<Query>(route, { schema: { hide: true } }, (request, reply) => {
      const page = pageOf(request.params.name ?? '', request.query.scheme)
      if (page === undefined) return reply.code(404).send()
      return reply
        .header('content-security-policy', policy)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(page)
    })
  servePage(path, () => listPage(previews))
  servePage(`${path}/:name`, (name, scheme) => {
    const email = previews.find((preview) => preview.name === name)?.html
    return scheme === 'light' || scheme === 'dark' ? email && withScheme(email, scheme) : email
  })
}

/** Forces the rules for dark mode on or off. */
const withScheme = (html: string, scheme: Scheme): string =>
  html
    .replace('@media (prefers-color-scheme: dark)', scheme === 'dark' ? '@media all' : '@media not all')
    .replaceAll('content="light dark"', `content="${scheme}"`)

const listPage = (previews: readonly MessagePreview[]): string => {
  const groups = messageGroups.flatMap((group) => {
    const messages = previews.filter((preview) => preview.group === group)
    return messages.length === 0 ? [] : [{ group, messages }]
  })
  const links = groups.map(
    ({ group, messages }) =>
      `<h2>${group}</h2><ul>${messages
        .map(({ name, title }) => `<li><a href="#${name}">${escapeHtml(title)}</a></li>`)
        .join('')}</ul>`,
  )
  const sections = groups.map(({ group, messages }) => `<h2>${group}</h2>${messages.map(article).join('\n')}`)
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mensagens</title><style>${style}</style></head>
<body><div class="page"><header><h1>Mensagens</h1>
<p>${previews.length} mensagens; ${previews.filter(({ sms }) => sms !== null).length} existem também como SMS.</p>
<fieldset><legend>Cores dos e-mails</legend>
${radio('both', 'Claras e escuras', ' checked')}${radio('light', 'Claras')}${radio('dark', 'Escuras')}
</fieldset></header>
<nav aria-label="Mensagens">${links.join('')}</nav><main>${sections.join('')}</main></div></body></html>`
}

const radio = (value: string, label: string, checked = ''): string =>
  `<label><input type="radio" name="scheme" id="only-${value}"${checked}> ${label}</label>`

const article = ({ name, subject, text, sms }: MessagePreview): string =>
  `<article id="${name}"><div><h3>${escapeHtml(subject)}</h3>
<a href="${path}/${name}"><code>${name}</code></a></div><div class="views">${(['light', 'dark'] as const)
    .map((scheme) => frame(name, scheme))
    .join('')}
<figure class="sms"><figcaption>SMS</figcaption>${
    sms === null
      ? '<small>Só por e-mail.</small>'
      : `<p>${escapeHtml(sms)}</p><small>${sms.length} de 160 caracteres</small>`
  }<details><summary>E-mail sem formatação</summary><pre>${escapeHtml(text)}</pre></details></figure></div></article>`

const frame = (name: string, scheme: Scheme): string =>
  `<figure class="${scheme}"><figcaption>E-mail, ${schemes[scheme]}</figcaption>` +
  `<iframe title="${name}, ${schemes[scheme]}" loading="lazy" src="${path}/${name}?scheme=${scheme}"></iframe></figure>`
