import { formatCents } from '@clube/contract/kernel/money.ts'
import {
  formatUses,
  promotionKindProperties,
  type PromotionKind,
} from '@clube/contract/kernel/promotion-kinds.ts'
import type { Multiplier, SpendRule } from '@clube/contract/campaigns/spend-rule.ts'
import { useParticipatingShops } from './club-data/use-shops.ts'

/** Names of the days as `Date` counts them: 0 is Sunday. */
export const weekdayNames = [
  'domingo',
  'segunda-feira',
  'terça-feira',
  'quarta-feira',
  'quinta-feira',
  'sexta-feira',
  'sábado',
] as const

/** A campaign's spend rule, one sentence per line. */
export function SpendRuleSentences({ kind, rule }: { kind: PromotionKind; rule: SpendRule }) {
  const hasShops = rule.multipliers.some(({ shop_ids }) => shop_ids.length > 0)
  const { data: shops = [] } = useParticipatingShops({ enabled: hasShops })
  const names = new Map(shops.map(({ shop_id, name }) => [shop_id ?? '', name]))
  return describeSpendRule(kind, rule, names).map((sentence) => (
    <span key={sentence} style={{ display: 'block' }}>
      {sentence}
    </span>
  ))
}

/** Sentences that describe a spend rule. A shop without a name no longer participates. */
export const describeSpendRule = (
  kind: PromotionKind,
  rule: SpendRule,
  shopNames: ReadonlyMap<string, string>,
): string[] => {
  const { every_cents, participations, accumulate, residual, limit_per_day, exclusive } = rule
  const rest = residual === 'carry' ? 'o que sobra conta para a próxima' : 'o que sobra não conta'
  return [
    `A cada ${formatCents(every_cents)} em notas, ${formatUses(promotionKindProperties[kind].unit, participations)}.`,
    accumulate ? `As notas somam, e ${rest}.` : 'Cada nota conta sozinha.',
    ...rule.multipliers.map((multiplier) => describeMultiplier(multiplier, shopNames)),
    ...(limit_per_day === null
      ? []
      : [`No máximo ${limit_per_day === 1 ? 'uma vez' : `${formatCount(limit_per_day)} vezes`} por dia.`]),
    ...(exclusive ? ['Uma nota usada aqui não vale em outra promoção.'] : []),
  ]
}

const list = new Intl.ListFormat('pt-BR')
const formatCount = (count: number): string => count.toLocaleString('pt-BR')

const describeMultiplier = (
  { percent, weekdays, shop_ids }: Multiplier,
  shopNames: ReadonlyMap<string, string>,
): string => {
  const named = shop_ids.map((id) => shopNames.get(id)).filter((name) => name !== undefined)
  const others = shop_ids.length - named.length
  const shops =
    others === 0 ? named : [...named, others === 1 ? 'outra loja' : `outras ${formatCount(others)} lojas`]
  const days = weekdays.length > 0 ? ` de ${list.format(weekdays.map((day) => weekdayNames[day]))}` : ''
  const where = shops.length > 0 ? ` em ${list.format(shops)}` : ''
  return `Notas${days}${where} valem ${formatCount(percent / 100)} ${percent < 200 ? 'vez' : 'vezes'} o valor.`
}
