import { paths } from '../../../platform/navigation/paths.ts'
import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import type { Extension } from '@clube/contract/campaigns/regulation-calls.ts'
import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { formatDate } from '../../../parts/club-time.ts'
import { formatInstant } from '../../parts/instant.ts'
import { editorOf } from '../../promotions/promotion-editors.ts'
import { settingsPath } from './campaign-values.ts'

/**
 * First and last day: '12/12/2026 a 24/12/2026'. A period that ends at midnight ends on the previous day; a campaign that
 * was ended early, on that day.
 */
export function formatPeriod({
  starts_at,
  ends_at,
  ended_at,
}: Pick<StaffCampaign, 'starts_at' | 'ends_at' | 'ended_at'>): string {
  const endMs = Math.min(Date.parse(ends_at), ended_at === null ? Infinity : Date.parse(ended_at))
  if (endMs <= Date.parse(starts_at)) return 'Cancelada antes de começar'
  const first = formatDate(starts_at)
  const last = formatDate(new Date(endMs - 1))
  return first === last ? first : `${first} a ${last}`
}

/** 'Restam 312 dos 2.000 prometidos', or empty if the campaign promises no number. */
export function formatStock({ stock }: Pick<StaffCampaign, 'stock'>): string {
  if (!stock) return ''
  return `Restam ${stock.remaining.toLocaleString('pt-BR')} dos ${stock.total.toLocaleString('pt-BR')} prometidos`
}

/** 'Falta 1 item', 'Faltam 3 itens'. */
export const formatMissing = (count: number): string =>
  count === 1 ? 'Falta 1 item' : `Faltam ${count} itens`

/** Who wrote the plan, from the reader's point of view. */
export function describeAuthors(
  { edited_by, authors }: Pick<StaffCampaign, 'edited_by' | 'authors'>,
  ownId: string,
): string {
  const others = authors.filter((_name, index) => edited_by[index] !== ownId)
  return new Intl.ListFormat('pt-BR').format(edited_by.includes(ownId) ? ['você', ...others] : others)
}

/** The dates before and after an extension. */
export const describeExtension = ({
  ends_at,
  former_ends_at,
  redeem_until,
  former_redeem_until,
  authorized_until,
}: Extension): string =>
  [
    `Prorroga o término de ${formatInstant(former_ends_at)} para ${formatInstant(ends_at)}.`,
    ...(redeem_until === null
      ? []
      : [
          former_redeem_until === null
            ? `Retirada até ${formatInstant(redeem_until)}.`
            : `Retirada: de ${formatInstant(former_redeem_until)} para ${formatInstant(redeem_until)}.`,
        ]),
    ...(authorized_until === null ? [] : [`Autorizada até ${formatDay(authorized_until)}.`]),
  ].join(' ')

/** Labels of the plan's fields, by the paths that the server uses. */
const fieldTitles: Readonly<Record<string, string>> = {
  draft: 'Mudanças incompletas',
  title: 'Nome',
  kind: 'Tipo',
  slug: 'Link da página',
  summary: 'Resumo',
  description: 'Descrição',
  starts_at: 'Início',
  ends_at: 'Término',
  redeem_until: 'Retirada até',
  'audience.document_types': 'Documentos aceitos',
  'audience.minimum_age': 'Idade mínima',
  'spend_rule.every_cents': 'A cada (valor em notas)',
  'spend_rule.participations': 'Participações que isso dá',
  'spend_rule.limit_per_day': 'Vezes por dia',
  'spend_rule.multipliers': 'Notas que valem mais',
  stock_total: 'Estoque',
  limit_per_customer: 'Participações por pessoa',
  regulation_version: 'Regulamento',
  terms_version: 'Termos',
  'legal.certificate_number': 'Número do certificado',
  'legal.authority': 'Quem autorizou',
  'legal.prize_list': 'Lista de prêmios',
}

export const fieldTitle = (path: string, kind: string): string => {
  if (path.startsWith('spend_rule.multipliers.')) return 'Notas que valem mais'
  const prize = /^legal\.prize_list\.(\d+)\./.exec(path)
  if (prize) return `Prêmio ${Number(prize[1]) + 1}`
  const prefix = settingsPath('')
  if (path.startsWith(prefix))
    return editorOf(kind)?.settings.titleOf?.(path.slice(prefix.length)) ?? 'Ajustes do tipo'
  return fieldTitles[path] ?? (path === 'settings' ? 'Ajustes do tipo' : 'Promoção')
}

/** The link of a campaign's page for customers. */
export const linkOf = (slug: string): string => `${window.location.origin}${paths.promotion(slug)}`
