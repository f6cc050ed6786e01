import { normalizeForSearch } from '@clube/contract/brazil/normalize-for-search.ts'
import { weekdays } from '@clube/contract/campaigns/spend-rule.ts'
import { Autocomplete } from '../../../kit/autocomplete/autocomplete.tsx'
import { Button } from '../../../kit/button/button.tsx'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { useParticipatingShops } from '../../../parts/club-data/use-shops.ts'
import { weekdayNames } from '../../../parts/spend-rule.tsx'
import { CheckboxGroup } from '../../parts/checkbox-group.tsx'
import { multipliersOf, multiplierValues, splitList } from './campaign-values.ts'
import css from './campaigns.module.css'
import { numeric, PlanText, type PlanFieldsProps } from './plan-form.tsx'

type SpendRuleFieldsProps = Pick<PlanFieldsProps, 'form'>

/** How receipts count: added up or individually, their remainder, limits, exclusivity, and multipliers. */
export function SpendRuleFields({ form }: SpendRuleFieldsProps) {
  const doesAccumulate = form.values['spend_rule.accumulate'] === 'yes'
  return (
    <>
      <RadioGroup
        label="Várias notas juntas"
        options={[
          { value: 'yes', label: 'Somam até chegar ao valor' },
          { value: 'no', label: 'Cada nota conta sozinha' },
        ]}
        {...form.field('spend_rule.accumulate')}
      />
      {doesAccumulate && (
        <RadioGroup
          label="O que sobra das notas usadas"
          options={[
            { value: 'carry', label: 'Conta para a próxima vez' },
            { value: 'lost', label: 'Não conta mais' },
          ]}
          {...form.field('spend_rule.residual')}
        />
      )}
      <RadioGroup
        label="Uma nota usada aqui"
        options={[
          { value: 'no', label: 'Vale também em outras promoções' },
          { value: 'yes', label: 'Não vale em nenhuma outra' },
        ]}
        {...form.field('spend_rule.exclusive')}
      />
      <PlanText
        form={form}
        path="spend_rule.limit_per_day"
        label="Vezes por pessoa e dia"
        {...numeric}
        helper="Vazio, sem limite por dia."
      />
      <Multipliers form={form} />
    </>
  )
}

/** Receipts that count more than their amount, by day and shop. */
function Multipliers({ form }: SpendRuleFieldsProps) {
  const multipliers = multipliersOf(form.values)
  const setMultipliers = (next: typeof multipliers) => form.setValues(multiplierValues(next))
  return (
    <div className={css.fullWidth} data-path="spend_rule.multipliers">
      {multipliers.map((_multiplier, index) => (
        <fieldset key={index} className={css.multiplier}>
          <legend>Notas que valem mais {multipliers.length > 1 ? index + 1 : ''}</legend>
          <PlanText
            form={form}
            path={`spend_rule.multipliers.${index}.percent`}
            label="Quanto valem (em %)"
            {...numeric}
            maxLength={4}
            helper="150 faz R$ 100,00 valerem R$ 150,00. Vale só a regra mais alta."
          />
          <Weekdays form={form} path={`spend_rule.multipliers.${index}.weekdays`} />
          <Shops form={form} path={`spend_rule.multipliers.${index}.shop_ids`} />
          <div>
            <Button
              compact
              variant="quiet"
              aria-label={`Retirar a regra ${index + 1}`}
              onClick={() => setMultipliers(multipliers.filter((_each, other) => other !== index))}
            >
              Retirar a regra
            </Button>
          </div>
        </fieldset>
      ))}
      <p>
        <Button
          compact
          variant="outline"
          onClick={() => setMultipliers([...multipliers, { percent: '', weekdays: '', shop_ids: '' }])}
        >
          Adicionar notas que valem mais
        </Button>
      </p>
    </div>
  )
}

const weekdayOptions = weekdays.map((day) => ({ value: String(day), label: weekdayNames[day] }))

function Weekdays({
  form,
  path,
}: SpendRuleFieldsProps & { path: `spend_rule.multipliers.${number}.weekdays` }) {
  const { value, onChange, ...field } = form.field(path)
  return (
    <CheckboxGroup
      {...field}
      label="Dias da compra (nenhum marcado: todos)"
      options={weekdayOptions}
      value={splitList(value)}
      onChange={(days) => onChange(days.join(','))}
    />
  )
}

function Shops({ form, path }: SpendRuleFieldsProps & { path: `spend_rule.multipliers.${number}.shop_ids` }) {
  const { data: shops = [] } = useParticipatingShops()
  const { value, onChange, name, error } = form.field(path)
  const chosen = splitList(value)
  const nameOf = (id: string) =>
    shops.find(({ shop_id }) => shop_id === id)?.name ?? 'Loja que não participa mais'
  return (
    <div>
      <Autocomplete
        // Empty again after each choice.
        key={value}
        label="Lojas (nenhuma escolhida: todas)"
        name={name}
        error={error}
        helper="Procure pelo nome."
        value={null}
        onChange={(id) => id !== null && onChange([...chosen, String(id)].join(','))}
        loadOptions={({ text = '' }) => {
          const searched = normalizeForSearch(text)
          const data = shops.flatMap(({ shop_id, name: shopName }) =>
            shop_id && !chosen.includes(shop_id) && normalizeForSearch(shopName).includes(searched)
              ? [{ id: shop_id, text: shopName }]
              : [],
          )
          return Promise.resolve({ data: data.slice(0, 50) })
        }}
        preloadAll
        waitMs={0}
      />
      {chosen.length > 0 && (
        <ul className={css.chosen}>
          {chosen.map((id) => (
            <li key={id}>
              {nameOf(id)}{' '}
              <Button
                compact
                variant="quiet"
                aria-label={`Retirar ${nameOf(id)}`}
                onClick={() => onChange(chosen.filter((each) => each !== id).join(','))}
              >
                Retirar
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
