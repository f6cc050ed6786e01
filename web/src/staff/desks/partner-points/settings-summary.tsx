import type { SpendRule } from '@clube/contract/campaigns/spend-rule.ts'
import { countFormatter, formatPoints } from '@clube/contract/kernel/count-formats.ts'
import type { PartnerPointsSettings } from '@clube/contract/partner-points/settings.ts'

type SummaryProps = { settings: PartnerPointsSettings; spend_rule: SpendRule | null }

const formatRedemptions = countFormatter('resgate', 'resgates')
const format = (number: number): string => number.toLocaleString('pt-BR')

/** The settings in sentences, for the person who approves. */
export const PartnerSettingsSummary = ({ settings }: SummaryProps) => (
  <>
    {sentencesOf(settings).map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
  </>
)

/** The settings in sentences. */
export const sentencesOf = (settings: PartnerPointsSettings): string[] => {
  const { partner, minimum, maximum, step, limit_per_day, password_from_points } = settings
  return [
    `Pontos do programa ${partner} viram pontos do clube pela cotação que o parceiro dá na hora.`,
    minimum === maximum
      ? `Cada resgate troca ${formatPoints(minimum)} do parceiro.`
      : `Cada resgate troca de ${format(minimum)} a ${formatPoints(maximum)} do parceiro, de ${format(step)} em ${format(step)}.`,
    limit_per_day === null
      ? 'Não há limite por dia.'
      : `Cada pessoa faz até ${formatRedemptions(limit_per_day)} por dia.`,
    password_from_points === null
      ? 'A senha não é pedida de novo na confirmação.'
      : `Resgates que creditam ${formatPoints(password_from_points)} ou mais pedem a senha de novo na confirmação.`,
  ]
}
