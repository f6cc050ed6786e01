import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import type { CampaignState } from '@clube/contract/campaigns/campaign-states.ts'
import { clubDayInWords } from '@clube/contract/kernel/club-time.ts'

/** Colours beside the words of a state. */
export const stateTones = {
  draft: undefined,
  in_review: 'warn',
  scheduled: 'accent',
  active: 'good',
  paused: 'warn',
  ended: undefined,
  archived: undefined,
} as const satisfies Record<CampaignState, 'good' | 'warn' | 'bad' | 'accent' | undefined>

/** First and last day: '12/12/2026 a 24/12/2026'. A period that ends at midnight ends with the day before. */
export function periodInWords({ starts_at, ends_at }: Pick<StaffCampaign, 'starts_at' | 'ends_at'>): string {
  const first = clubDayInWords(new Date(starts_at))
  const last = clubDayInWords(new Date(Date.parse(ends_at) - 1))
  return first === last ? first : `${first} a ${last}`
}

/** 'Restam 312 de 2.000', or nothing where the campaign counts no stock of its own. */
export function stockInWords({ stock }: Pick<StaffCampaign, 'stock'>): string {
  if (!stock) return ''
  return `Restam ${stock.remaining.toLocaleString('pt-BR')} de ${stock.total.toLocaleString('pt-BR')}`
}

/** 'Falta 1 item', 'Faltam 3 itens'. */
export const missingInWords = (count: number): string =>
  count === 1 ? 'Falta 1 item' : `Faltam ${count} itens`

/** Who wrote it, as far as whoever looks is concerned. */
export function writersInWords(edited_by: readonly string[], own: string): string {
  const others = edited_by.filter((id) => id !== own).length
  const people = others === 1 ? '1 pessoa' : `${others} pessoas`
  if (!edited_by.includes(own)) return people
  return others === 0 ? 'você' : `você e mais ${people}`
}

/** Fields of the plan as they are called on screen, by the paths under which the server names them. */
const fieldTitles: Readonly<Record<string, string>> = {
  ends_at: 'Término',
  regulation_version: 'Regulamento',
  terms_version: 'Termos',
  'legal.certificate_number': 'Número do certificado',
  'legal.authority': 'Quem autorizou',
  'legal.prize_list': 'Lista de prêmios',
}

export const fieldTitle = (path: string): string =>
  fieldTitles[path] ?? (path.startsWith('settings') ? 'Ajustes do tipo' : 'Promoção')
