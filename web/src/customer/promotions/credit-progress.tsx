import type { CreditProgress as Credit } from '@clube/contract/campaigns/credit-calls.ts'
import { formatUses, promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import { Progress } from '../../kit/feedback/progress.tsx'
import { formatCents } from '../../parts/money.ts'

/** The progress of the person's receipts in a campaign: a bar where they add up, and the uses they already allow. */
export function CreditProgress({ credit }: { credit: Credit }) {
  const { kind, has_ended, reached_cents, missing_cents, spend_rule } = credit
  const countsDay = kind !== undefined && promotionKindProperties[kind].counts_receipts_of_day
  return (
    <div className="stack">
      {spend_rule.accumulate && !has_ended && (
        <Progress
          label={countsDay ? 'Suas notas de hoje nesta promoção' : 'Suas notas nesta promoção'}
          value={reached_cents}
          max={spend_rule.every_cents}
          valueText={`${formatCents(reached_cents)} de ${formatCents(spend_rule.every_cents)}`}
          detail={`faltam ${formatCents(missing_cents)}`}
        />
      )}
      {creditNotes(credit).map((note) => (
        <p key={note} className="soft">
          {note}
        </p>
      ))}
    </div>
  )
}

/** Used during an update, while an older server does not send the kind. */
const fallbackKind = { unit: ['participação', 'participações'] } as const

/** Sentences about the credit that the bar does not show. */
export function creditNotes({
  kind,
  has_ended,
  participations,
  debt_cents,
  uses_left_today,
  spend_rule: { accumulate, every_cents, participations: each, limit_per_day },
}: Credit): string[] {
  const { unit } = kind ? promotionKindProperties[kind] : fallbackKind
  const notes = [
    has_ended && 'A promoção terminou: novas notas não contam mais.',
    participations > 0 && `Você já tem direito a ${formatUses(unit, participations)}.`,
    !accumulate &&
      !has_ended &&
      `Cada nota de ${formatCents(every_cents)} ou mais dá direito a ${formatUses(unit, each)}.`,
    uses_left_today === 0 &&
      `Você já usou ${limit_per_day === 1 ? 'a vez' : `as ${limit_per_day} vezes`} de hoje. Amanhã você pode usar de novo.`,
    debt_cents > 0 &&
      !has_ended &&
      `Além do que falta, as próximas notas compensam ${formatCents(debt_cents)} de uma nota estornada, que já tinham sido usados.`,
  ]
  return notes.filter((note) => note !== false)
}
