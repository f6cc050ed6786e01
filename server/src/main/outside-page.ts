import { createHash } from 'node:crypto'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import {
  formatDate,
  formatTimeWithSeconds,
  startOfClubDayAt,
  type TimeZone,
} from '@clube/contract/kernel/club-time.ts'
import { escapeHtml } from '@clube/contract/kernel/html.ts'
import { formatCents } from '@clube/contract/kernel/money.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { CounterpartServer } from '../../counterparts/counterpart-server.ts'
import { carParkOperations, type LocalCarPark } from '../../counterparts/local-car-park.ts'
import { partnerOperations, type LocalPartner } from '../../counterparts/local-partner.ts'
import { settlementFileOf } from '../../counterparts/partner-books.ts'
import { misbehaviors, type Misbehavior } from '../../counterparts/misbehavior.ts'
import { ticketSamples } from '../../counterparts/ticket-samples.ts'
import { expiryAfter, type Clock } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import type { ClubConfiguration } from './club-configuration.ts'
import type { Counterparts } from './counterparts.ts'

type PageDeps = {
  readonly counterparts: Counterparts
  readonly configuration: Pick<ClubConfiguration, 'partners'>
  readonly clock: Clock
  readonly random: Random
  readonly time_zone: TimeZone
}

const actionSchema = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('misbehave'),
    service: z.string(),
    misbehavior: z.enum(misbehaviors),
    requests: z.union([z.literal('always'), z.int().check(z.minimum(1), z.maximum(1_000))]),
    operation: z.optional(z.string().check(z.maxLength(40))),
  }),
  z.object({ action: z.literal('behave'), service: z.string() }),
  z.object({ action: z.literal('revoke'), service: z.string(), member_number: z.string() }),
  z.object({ action: z.enum(['pay', 'leave']), ticket_number: z.string() }),
])

/** Identifies the car park among the services; slugs of partners do not contain this character. */
const carParkName = '*'

/**
 * `/dev/outside`: the books of the local partner programmes and car park, and their misbehavior. Never in production.
 */
export const bindOutsidePage = (app: FastifyInstance, deps: PageDeps): void => {
  const { counterparts } = deps
  const serviceOf = (name: string): CounterpartServer | undefined =>
    name === carParkName ? counterparts.carPark?.server : counterparts.partners.get(name)?.server

  app.get('/dev/outside', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page(deps)),
  )
  app.get<{ Params: { slug: string }; Querystring: { hoje?: string } }>(
    '/dev/outside/:slug/liquidacao.csv',
    { schema: { hide: true } },
    async ({ params, query }, reply) => {
      const partner = counterparts.partners.get(params.slug)
      if (!partner) return reply.code(404).send()
      const now = deps.clock()
      const before = query.hoje === 'sim' ? expiryAfter(now, 1) : startOfClubDayAt(now, deps.time_zone)
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="liquidacao-${params.slug}.csv"`)
        .type('text/csv; charset=utf-8')
        .send(settlementFileOf(partner.server.books(), before))
    },
  )
  app.post('/dev/outside', { schema: { hide: true } }, async (request, reply) => {
    const parsed = z.safeParse(actionSchema, request.body)
    if (!parsed.success) return reply.code(422).send()
    const input = parsed.data
    switch (input.action) {
      case 'misbehave': {
        const { misbehavior, requests, operation } = input
        serviceOf(input.service)?.misbehave(misbehavior, {
          requests,
          ...(operation === undefined || operation === '' ? {} : { operation }),
        })
        break
      }
      case 'behave':
        serviceOf(input.service)?.behave()
        break
      case 'revoke':
        counterparts.partners.get(input.service)?.server.revoke(input.member_number)
        break
      case 'pay':
      case 'leave':
        counterparts.carPark?.server[input.action](input.ticket_number)
        break
      default:
        input satisfies never
    }
    return reply.code(204).send()
  })
}

const misbehaviorTitles: Readonly<Record<Misbehavior, string>> = {
  slow: 'Lento: espera 2 s, executa e responde',
  late: 'Atrasado: executa 10 s depois, quando o clube já desistiu',
  silent: 'Mudo: aceita e nunca responde nem executa',
  closed: 'Fechado: derruba a conexão sem executar',
  'loses-answer': 'Perde a resposta: executa e derruba a conexão',
  'answers-twice': 'Responde duas vezes, a segunda contradiz a primeira',
  contradictory: 'Contraditório: executa e responde sobre outro ticket, outra conta ou outra chave',
  'other-amount': 'Outro valor: executa e responde com um valor diferente do pedido',
  'wrong-types': 'Tipos errados: executa e responde números como texto e textos como número',
  oversized: 'Resposta de 10 MB',
  html: 'Responde HTML em vez de JSON',
  drip: 'Conta-gotas: um caractere por vez',
  redirect: 'Redireciona para outro endereço, sem executar',
  'error-500': 'Erro 500, sem executar',
  'too-many-requests': 'Erro 429, sem executar',
}

// The CSRF check of the server requires a header that no form sends.
const script = `
const send = async (data) => {
  await fetch('/dev/outside', { method: 'POST', body: JSON.stringify(data),
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' } })
  location.reload()
}
document.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-action]')
  if (button) void send({ ...button.dataset })
})
document.addEventListener('submit', (event) => {
  event.preventDefault()
  const data = Object.fromEntries(new FormData(event.target))
  void send({ ...data, requests: data.requests === 'always' ? 'always' : Number(data.requests) })
})
`
const scriptHash = createHash('sha256').update(script).digest('base64')
const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scriptHash}'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

const style = `
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: #f4f2f3; color: #1d181b }
  main { max-width: 960px; margin: 0 auto; padding: 24px 16px 64px }
  h1 { font-size: 24px } h2 { margin: 0 0 8px; font-size: 19px } h3 { margin: 20px 0 4px; font-size: 16px }
  section { background: #fff; border-radius: 16px; padding: 20px; margin: 0 0 16px }
  p { margin: 4px 0 } .about { font-size: 14px; color: #5c5459 }
  .scroll { overflow-x: auto } table { border-collapse: collapse; font-size: 14px; width: 100% }
  th, td { text-align: left; padding: 4px 12px 4px 0; border-bottom: 1px solid #e6e1e4; white-space: nowrap }
  form { display: flex; flex-wrap: wrap; gap: 8px; align-items: end } label { font-size: 14px; max-width: 100% }
  select { display: block; width: 100%; font: inherit; min-height: 40px } button { font: inherit; min-height: 40px; padding: 0 16px }
  @media (width < 760px) {
    section { padding: 16px } table, tbody, tr { display: block } thead { display: none }
    tr { padding: 8px 0; border-bottom: 1px solid #e6e1e4 } tr:last-child { border: 0 }
    td { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: 4px 8px; padding: 2px 0; border: 0;
      white-space: normal; overflow-wrap: anywhere }
    td > * { grid-column: 2 } td::before { content: attr(data-title); color: #5c5459 }
    td:empty { display: none }
  }`

const page = (deps: PageDeps): string => {
  const { partners, carPark } = deps.counterparts
  const sections = [
    ...[...partners].map(([slug, { server }]) =>
      partnerSection(deps, slug, deps.configuration.partners[slug]?.title ?? slug, server),
    ),
    ...(carPark ? [carParkSection(deps, carPark.server)] : []),
  ]
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parceiros e estacionamento</title><style>${style}</style></head>
<body><main><h1>Parceiros e estacionamento</h1>
<p>Nesta instalação os programas parceiros e o estacionamento são servidores locais. Aqui estão as contas deles, e o que os faz falhar. As falhas valem até serem desligadas, também depois de reiniciar.</p>
${sections.join('\n')}
</main><script>${script}</script></body></html>`
}

const partnerSection = (deps: PageDeps, slug: string, title: string, server: LocalPartner): string => {
  const members = server
    .members()
    .map((member) => [
      member.member_number,
      member.document_id,
      member.proof,
      formatPoints(member.balance),
      member.is_authorized ? 'sim' : 'não',
      member.is_authorized
        ? { html: button('Revogar', { action: 'revoke', service: slug, ...pick(member) }) }
        : '',
    ])
  const debits = server
    .books()
    .toReversed()
    .map((debit) => [
      debit.key,
      debit.reference,
      debit.member_number,
      formatPoints(debit.points),
      timeOf(deps, debit.debited_at),
      timeOf(deps, debit.refunded_at),
    ])
  return `<section><h2>Programa parceiro ${escapeHtml(title)}</h2>
${misbehaviorForm(slug, server, partnerOperations)}
<h3>Contas</h3>${table(['Conta', 'Documento', 'Código', 'Saldo', 'Autoriza o clube', ''], members)}
<h3>Débitos</h3>${table(['Chave', 'Referência', 'Conta', 'Pontos', 'Debitado', 'Devolvido'], debits)}
<p>Arquivo de liquidação: <a href="/dev/outside/${slug}/liquidacao.csv">até ontem</a> · <a href="/dev/outside/${slug}/liquidacao.csv?hoje=sim">até agora</a></p>
<h3>Contas que falham</h3>
<p class="about">O débito das contas que começam assim falha sempre: 402 sem saldo, 403 sem autorização, 410 cotação vencida, 500 erro, 504 sem resposta. Vincule-as com o código 123456 e qualquer documento.</p></section>`
}

const carParkSection = (deps: PageDeps, server: LocalCarPark): string => {
  const samples = ticketSamples.map(({ prefix, title }) => [
    prefix + Array.from({ length: 11 }, () => deps.random.below(10)).join(''),
    title,
  ])
  const tickets = server
    .tickets()
    .toReversed()
    .map(({ ticket, fee_cents, discount_cents, due_cents, leave_by }) => [
      ticket.ticket_number,
      vehicleTitles[ticket.vehicle],
      timeOf(deps, ticket.entered_at),
      formatCents(fee_cents),
      formatCents(discount_cents),
      formatCents(due_cents),
      ticket.left_at === null ? timeOf(deps, leave_by) : `saiu ${timeOf(deps, ticket.left_at)}`,
      ticket.left_at === null
        ? {
            html:
              button('Pagar', { action: 'pay', ...pickTicket(ticket) }) +
              button('Sair', { action: 'leave', ...pickTicket(ticket) }),
          }
        : '',
    ])
  const applications = server
    .books()
    .toReversed()
    .map((application) => [
      application.key,
      application.ticket_number,
      application.garage_id,
      formatCents(application.discount_cents),
      timeOf(deps, application.applied_at),
      timeOf(deps, application.undone_at),
    ])
  return `<section><h2>Estacionamento</h2>
${misbehaviorForm(carParkName, server, carParkOperations)}
<h3>Tickets para experimentar</h3>
<p class="about">Todo número de 12 dígitos que começa assim existe. Os que começam por 500 dão erro, por 504 ficam sem resposta; os outros são desconhecidos.</p>
${table(['Ticket', 'Situação na primeira consulta'], samples)}
<h3>Tickets</h3>${table(['Ticket', 'Veículo', 'Entrada', 'Tarifa', 'Desconto', 'Falta', 'Sair até', ''], tickets)}
<h3>Descontos</h3>${table(['Chave', 'Ticket', 'Garagem', 'Desconto', 'Concedido', 'Desfeito'], applications)}</section>`
}

const vehicleTitles = { car: 'carro', motorcycle: 'moto', monthly: 'mensalista' } as const
const pick = ({ member_number }: { member_number: string }) => ({ member_number })
const pickTicket = ({ ticket_number }: { ticket_number: string }) => ({ ticket_number })

const misbehaviorForm = (
  service: string,
  server: CounterpartServer,
  operations: readonly string[],
): string => {
  const active = server.settings().map(({ misbehavior, requests, operation }) => {
    const duration = requests === 'always' ? 'sempre' : `por ${requests} pedido(s)`
    return `<li>${misbehaviorTitles[misbehavior]} – ${duration}, ${operation === null ? 'todas as operações' : operationTitle(operation)}</li>`
  })
  const state = active.length === 0 ? '<p>Funciona normalmente.</p>' : `<ul>${active.join('')}</ul>`
  return `${state}<form><input type="hidden" name="action" value="misbehave"><input type="hidden" name="service" value="${service}">
<label>Falha <select name="misbehavior">${misbehaviors.map((name) => option(name, misbehaviorTitles[name])).join('')}</select></label>
<label>Operação <select name="operation">${option('', 'todas')}${operations.map((name) => option(name, operationTitle(name))).join('')}</select></label>
<label>Por <select name="requests">${option('1', '1 pedido')}${option('3', '3 pedidos')}${option('10', '10 pedidos')}${option('always', 'sempre')}</select></label>
<button>Ligar</button>${button('Voltar ao normal', { action: 'behave', service })}</form>`
}

const operationTitles: Readonly<Record<string, string>> = {
  token: 'pedir acesso',
  link: 'vincular',
  quote: 'cotar',
  debit: 'debitar',
  'find-debit': 'procurar débito',
  refund: 'devolver',
  'read-ticket': 'consultar ticket',
  apply: 'dar desconto',
  'find-application': 'procurar desconto',
  undo: 'desfazer desconto',
  'list-applications': 'listar descontos',
}
const operationTitle = (name: string): string => operationTitles[name] ?? escapeHtml(name)

const option = (value: string, title: string): string => `<option value="${value}">${title}</option>`

const button = (title: string, data: Readonly<Record<string, string>>): string => {
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escapeHtml(value)}"`)
  return `<button type="button" ${attributes.join(' ')}>${title}</button>`
}

type Cell = string | { readonly html: string }

const table = (headers: readonly string[], rows: readonly (readonly Cell[])[]): string => {
  if (rows.length === 0) return '<p class="about">Nada ainda.</p>'
  const cell = (content: Cell, index: number) =>
    `<td data-title="${headers[index] ?? ''}">${typeof content === 'string' ? escapeHtml(content) : content.html}</td>`
  return `<div class="scroll"><table><thead><tr>${headers.map((title) => `<th>${title}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')}</tbody></table></div>`
}

const timeOf = ({ time_zone }: PageDeps, instant: string | null): string =>
  instant === null
    ? ''
    : `${formatDate(new Date(instant), time_zone)}, ${formatTimeWithSeconds(new Date(instant), time_zone)}`
