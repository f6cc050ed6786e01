import type { SpendRule } from '@clube/contract/campaigns/spend-rule.ts'
import { giftName, type FreeGiftSettings, type GiftPrice } from '@clube/contract/free-gifts/settings.ts'
import { formatDays, formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { formatCents } from '../../../parts/money.ts'
import { Picture } from './settings-fields.tsx'
import css from './settings.module.css'

/** What a gift costs, as a sentence. */
export function describePrice(price: GiftPrice, rule: Pick<SpendRule, 'every_cents'> | null): string {
  const receipts = rule ? `${formatCents(rule.every_cents)} em notas` : 'notas'
  switch (price.kind) {
    case 'receipts':
      return `Custa ${receipts}.`
    case 'points':
      return `Custa ${formatPoints(price.points)}.`
    case 'receipts-and-points':
      return `Custa ${receipts} e ${formatPoints(price.points)}.`
    default:
      return price satisfies never
  }
}

type SummaryProps = { settings: FreeGiftSettings; spend_rule: SpendRule | null }

/** The gifts as shoppers see them, and the rules in sentences, for the person who approves. */
export function GiftSettingsSummary({ settings, spend_rule }: SummaryProps) {
  const { gifts, pickup_points, valid_days, needs_signature } = settings
  return (
    <>
      <ul className={css.gifts}>
        {gifts.map((gift) => (
          <li key={gift.gift_id} className={css.gift}>
            <Picture id={gift.picture?.picture_id ?? ''} alt={gift.picture?.alternative_text ?? ''} />
            <div>
              <p>
                <strong>{giftName(gift)}</strong>
              </p>
              {gift.description !== '' && <p className="small">{gift.description}</p>}
              <p className="soft small">
                {describePrice(gift.price, spend_rule)} Vale {formatCents(gift.value_cents)}.
              </p>
            </div>
          </li>
        ))}
      </ul>
      <p>Cada participação dá 1 brinde. Onde se retira:</p>
      <ul className={css.places}>
        {pickup_points.map(({ pickup_point_id, name, location, opening_hours }) => (
          <li key={pickup_point_id}>
            {name}, {location}. {opening_hours}.
          </li>
        ))}
      </ul>
      <p>
        O vale-brinde vale por {formatDays(valid_days)}, e nunca depois do fim da retirada. Na entrega, a
        equipe compara o fim do documento{needs_signature ? ', e a pessoa assina na tela' : ''}.
      </p>
    </>
  )
}
