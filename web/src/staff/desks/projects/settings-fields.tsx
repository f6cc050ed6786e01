import { digitsOf } from '@clube/contract/brazil/mask.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import type { NewProjectSettings } from '@clube/contract/new-project/settings.ts'
import { Link } from 'wouter'
import { Select } from '../../../kit/field/select.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import type { SettingsForm } from '../../promotions/promotion.ts'
import { projectDeskPaths } from './project-paths.ts'
import { rulesText } from './rules-text.ts'
import { useBrands } from './use-brands.ts'

type SettingsName = 'brand_id' | 'points' | 'answer_days'

const numeric = { inputMode: 'numeric', clean: digitsOf } as const

/** The brand of a campaign, the points of an approved project, and the time for the answer. */
export const ProjectSettingsFields = ({ field }: SettingsForm<SettingsName>) => (
  <>
    <Loaded query={useBrands()} loadingText="Carregando as marcas">
      {(brands) => {
        const options = brands.flatMap(({ brand_id, rules }) =>
          rules ? [{ value: brand_id, label: rules.name }] : [],
        )
        return (
          <>
            <Select label="Marca" options={options} {...field('brand_id')} />
            {options.length === 0 && (
              <p className="soft small">
                Nenhuma marca tem regras aprovadas.{' '}
                <Link href={projectDeskPaths.brands}>Cadastre a marca primeiro</Link>.
              </p>
            )}
          </>
        )
      }}
    </Loaded>
    <TextField
      label="Pontos por projeto aprovado"
      helper="Vazio, a aprovação não dá pontos."
      maxLength={7}
      {...numeric}
      {...field('points')}
    />
    <TextField
      label="Prazo da resposta (dias)"
      helper="Contado do dia do cadastro. A pessoa vê a data."
      maxLength={2}
      {...numeric}
      {...field('answer_days')}
    />
  </>
)

/** The settings in sentences, with the rules of the brand, for the person who approves. */
export function ProjectSettingsSummary({ settings }: { settings: NewProjectSettings }) {
  const { points, answer_days, brand_id } = settings
  return (
    <Loaded query={useBrands()} loadingText="Carregando a marca">
      {(brands) => {
        const rules = brands.find((brand) => brand.brand_id === brand_id)?.rules
        return (
          <>
            <p>
              {rules ? `Marca ${rules.name}. ` : 'Esta marca não tem regras aprovadas. '}
              {points === null
                ? 'A aprovação de um projeto não dá pontos.'
                : `Cada projeto aprovado dá ${formatPoints(points)}.`}{' '}
              A resposta chega em até {answer_days === 1 ? '1 dia' : `${answer_days} dias`}.
            </p>
            {rules && <p>{rulesText(rules)}</p>}
          </>
        )
      }}
    </Loaded>
  )
}
