import type { SpendRule } from '@clube/contract/campaigns/spend-rule.ts'
import type { FreeGiftSettings } from '@clube/contract/free-gifts/settings.ts'
import { formatDays } from '@clube/contract/kernel/count-formats.ts'
import { formatCents } from '../../../parts/money.ts'
import { GiftPreview, stockNote } from './gift-preview.tsx'
import css from './settings.module.css'
import { rowsOf, settingsTexts } from './settings-values.ts'

type SummaryProps = { settings: FreeGiftSettings; spend_rule: SpendRule | null }

/** The gifts as shoppers see them, with their market value, and the rules in sentences, for the person who approves. */
export function GiftSettingsSummary({ settings, spend_rule }: SummaryProps) {
  const { valid_days, needs_signature } = settings
  const texts = settingsTexts(settings)
  return (
    <>
      <p className="soft small">Como o cliente vê, mais o valor de mercado. {stockNote}</p>
      <div className={css.shopperPage}>
        <GiftPreview
          gifts={rowsOf('gifts', (name) => texts[name])}
          pickup_points={rowsOf('pickup_points', (name) => texts[name])}
          spend_rule={spend_rule}
          footerOf={(index) => (
            <p className="soft small">
              Valor de mercado: {formatCents(settings.gifts[index]?.value_cents ?? 0)}
            </p>
          )}
        />
      </div>
      <p>
        Cada participação dá 1 brinde. O vale-brinde vale por {formatDays(valid_days)}, e nunca depois do fim
        da retirada. Na entrega, a equipe compara o fim do documento
        {needs_signature ? ', e a pessoa assina na tela' : ''}.
      </p>
    </>
  )
}
