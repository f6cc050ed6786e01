import type { SpendRule } from '@clube/contract/campaigns/spend-rule.ts'
import { formatUses, promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import {
  scratchPrizeKindTitles,
  type ScratchCardSettings,
  type ScratchPrize,
} from '@clube/contract/scratch-card/settings.ts'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { formatCents } from '../../../parts/money.ts'
import { formatCount } from './deck-labels.ts'
import { deckNote } from './settings-fields.tsx'

type SummaryProps = { settings: ScratchCardSettings; spend_rule: SpendRule | null }

const columns: readonly Column<ScratchPrize>[] = [
  {
    title: 'Prêmio',
    cell: (prize) => (
      <span className="titled">
        {prize.title}
        <span className="soft small">
          {scratchPrizeKindTitles[prize.kind]}, {deliveryText(prize)}
        </span>
      </span>
    ),
  },
  { title: 'Quantidade', narrow: true, cell: ({ quantity }) => formatCount(quantity) },
  { title: 'Valor de cada', narrow: true, cell: ({ value_cents }) => formatCents(value_cents) },
  { title: 'Total', narrow: true, cell: ({ value_cents, quantity }) => formatCents(value_cents * quantity) },
]

/** The deck, its prizes with their values, and the rules in sentences, for the person who approves. */
export function ScratchSettingsSummary({ settings }: SummaryProps) {
  const { cards, prizes } = settings
  const winning = prizes.reduce((sum, { quantity }) => sum + quantity, 0)
  const value = prizes.reduce((sum, { quantity, value_cents }) => sum + quantity * value_cents, 0)
  return (
    <>
      <p>
        {formatCount(cards)} cartões: {formatCount(winning)} com prêmio e {formatCount(cards - winning)} sem.
        Todos os prêmios somam {formatCents(value)}.
      </p>
      <DataTable label="Prêmios da raspadinha" columns={columns} rows={prizes} keyOf={({ title }) => title} />
      <p>{rulesOf(settings).join(' ')}</p>
      <p className="soft small">{deckNote}</p>
    </>
  )
}

function deliveryText(prize: ScratchPrize): string {
  return prize.kind === 'points'
    ? `${formatCount(prize.points)} pontos na hora`
    : `${prize.pickup_place}, em até ${formatCount(prize.pickup_days)} dias`
}

const sourceTexts = {
  paper: 'com códigos impressos',
  receipts: 'com notas fiscais',
  desk: 'no balcão, pela equipe',
} as const satisfies Record<ScratchCardSettings['earned_by'][number], string>

const list = new Intl.ListFormat('pt-BR')

const rulesOf = (settings: ScratchCardSettings): string[] => {
  const { earned_by, limit_per_day, signature_from_cents, account_from_cents } = settings
  return [
    `As raspadinhas são ganhas ${list.format(earned_by.map((source) => sourceTexts[source]))}.`,
    limit_per_day === null
      ? 'Não há limite por dia.'
      : `Cada pessoa raspa até ${formatUses(promotionKindProperties.scratch_card.unit, limit_per_day)} por dia.`,
    signature_from_cents === null
      ? 'Nenhuma entrega pede assinatura.'
      : `Prêmios de ${formatCents(signature_from_cents)} ou mais são entregues com assinatura.`,
    ...(account_from_cents === null
      ? []
      : [
          `Prêmios de ${formatCents(account_from_cents)} ou mais só são entregues a quem tem conta com senha.`,
        ]),
  ]
}
