import { audienceLabel, type BrandRules } from '@clube/contract/new-project/brand.ts'

/** A brand's rules in sentences. */
export const rulesText = (rules: BrandRules): string => {
  const { limit_per_customer: limit } = rules
  const limitText =
    limit === null ? 'sem limite' : limit === 1 ? 'até 1 projeto cada' : `até ${limit} projetos cada`
  return [
    `Número da compra como ${rules.purchase_example}, número de registro como ${rules.registration_example}.`,
    `Cadastram pessoas com ${audienceLabel(rules.audience).replace(' e ', ' ou ')}, ${limitText}.`,
    rules.requires_imported_purchase
      ? 'Só valem as compras que a marca carregou.'
      : 'Vale qualquer compra com este formato.',
  ].join(' ')
}
