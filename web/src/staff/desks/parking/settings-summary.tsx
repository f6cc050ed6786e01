import type { SpendRule } from '@clube/contract/campaigns/spend-rule.ts'
import { countFormatter } from '@clube/contract/kernel/count-formats.ts'
import {
  maximumCents,
  parkingPriceText,
  parkingValueText,
  type ParkingVoucherSettings,
} from '@clube/contract/parking-voucher/settings.ts'
import { parkingVehicleTitles } from '@clube/contract/parking-voucher/stay.ts'
import { formatCents } from '../../../parts/money.ts'
import { FactList } from '../../parts/fact-list.tsx'
import { formatCourtesies } from './parking-labels.ts'

const formatHours = countFormatter('hora', 'horas')

type SummaryProps = { settings: ParkingVoucherSettings; spend_rule: SpendRule | null }

/** What the club promises and owes, for the person who approves. */
export function ParkingSettingsSummary({ settings, spend_rule }: SummaryProps) {
  const { value, price, garages, vehicles, promotion_id, valid_hours, courtesies_per_day } = settings
  return (
    <>
      <FactList
        inRows
        facts={[
          ['Cada vale paga', parkingValueText(value)],
          ['Custa', parkingPriceText(price, spend_rule)],
          ['Vale para', vehicles.map((vehicle) => parkingVehicleTitles[vehicle]).join(', ')],
          ['Promoção no estacionamento', promotion_id],
          ['Estacionamentos', garages.map(({ name, garage_id }) => `${name} (${garage_id})`).join(', ')],
        ]}
      />
      <p>
        O clube paga ao estacionamento até {formatCents(maximumCents(value))} por vale, uma vez por
        permanência.{' '}
        {courtesies_per_day === 0
          ? 'O balcão não dá cortesias.'
          : `O balcão dá até ${formatCourtesies(courtesies_per_day)} por dia, sem usar notas nem pontos da pessoa.`}{' '}
        Um vale aplicado fica na carteira até o carro sair, no máximo {formatHours(valid_hours)}.
      </p>
    </>
  )
}
