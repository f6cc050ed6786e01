import { formatUses, promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import { formatCents } from '@clube/contract/kernel/money.ts'
import type { SpendRule } from '@clube/contract/campaigns/spend-rule.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Dialog, useDialog } from '../../../kit/surface/dialog.tsx'
import { OutlineButton } from '../../parts/buttons.tsx'
import { formatCount } from './deck-labels.ts'
import css from './settings.module.css'
import { prizesOf, sourcesOf, type PrizeTexts, type SettingsName } from './settings-values.ts'

type PreviewProps = {
  /** The form's current values, which may be incomplete or invalid. */
  textOf: (field: SettingsName) => string | undefined
  spend_rule: Pick<SpendRule, 'every_cents'> | null
}

/** Opens a preview of what shoppers see about the cards and after winning, with the form's current values. */
export function PreviewButton(props: PreviewProps) {
  const dialog = useDialog()
  return (
    <>
      <OutlineButton onClick={dialog.open}>Ver como o cliente vê</OutlineButton>
      <Dialog {...dialog.props} title="Como o cliente vê">
        <PhonePreview {...props} />
      </Dialog>
    </>
  )
}

function PhonePreview({ textOf, spend_rule }: PreviewProps) {
  if (prizesOf(textOf).length === 0)
    return <EmptyState illustration="gift">Adicione um prêmio para ver como ele aparece.</EmptyState>
  return (
    <div className="tight">
      <p className="soft small">Inclui o que ainda não foi salvo.</p>
      <div className={css.phone} tabIndex={0} role="region" aria-label="Raspadinha no celular do cliente">
        <ScratchPreview textOf={textOf} spend_rule={spend_rule} />
      </div>
    </div>
  )
}

/** The rules and the prizes as shoppers see them, and the text shown to the winner of each. */
export function ScratchPreview({ textOf, spend_rule }: PreviewProps) {
  const cards = Number(textOf('cards'))
  const limit = Number(textOf('limit_per_day'))
  const sources = sourcesOf(textOf('earned_by') ?? '')
  return (
    <div className="stack">
      <h3>Raspadinhas</h3>
      <p>
        {cards > 0 && `${formatCount(cards)} na promoção inteira`}
        {cards > 0 && limit > 0 && ', '}
        {limit > 0 && `até ${formatUses(promotionKindProperties.scratch_card.unit, limit)} por pessoa e dia`}
        {(cards > 0 || limit > 0) && '.'}
      </p>
      <h3>Como ganhar</h3>
      <ul>
        {sources.includes('paper') && <li>Digite ou leia o código impresso.</li>}
        {sources.includes('receipts') && (
          <li>
            {spend_rule
              ? `Cadastre suas notas: raspadinhas a cada ${formatCents(spend_rule.every_cents)}.`
              : 'Cadastre suas notas.'}
          </li>
        )}
        {sources.includes('desk') && <li>Receba no balcão.</li>}
      </ul>
      <h3>Prêmios, e o que lê quem ganha</h3>
      <ul className={css.prizes}>
        {prizesOf(textOf).map((prize, index) => (
          <li key={index}>
            <strong>{prize.title.trim() || 'Prêmio sem nome'}</strong>
            <span className="soft small">{amountText(prize)}</span>
            <span className="small">{wonText(prize)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const amountText = ({ quantity, value_cents }: PrizeTexts): string =>
  [
    Number(quantity) > 0 ? `${formatCount(Number(quantity))} ao todo` : '',
    value_cents && `valor ${value_cents}`,
  ]
    .filter((part) => part !== '')
    .join(', ')

const wonText = ({ kind, points, pickup_place, pickup_days }: PrizeTexts): string => {
  if (kind === 'points')
    return Number(points) > 0 ? `Você ganhou ${formatCount(Number(points))} pontos, já na sua conta.` : ''
  const place = pickup_place.trim()
  if (place === '') return ''
  const days = Number(pickup_days)
  return `Você ganhou! Retire em: ${place}${days > 0 ? `, em até ${days === 1 ? '1 dia' : `${formatCount(days)} dias`}` : ''}.`
}
