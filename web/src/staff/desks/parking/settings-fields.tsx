import { digitsOf } from '@clube/contract/brazil/mask.ts'
import { parkingVehicles, parkingVehicleTitles } from '@clube/contract/parking-voucher/stay.ts'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { formatTypedAmount } from '../../../parts/money.ts'
import { CheckboxGroup } from '../../parts/checkbox-group.tsx'
import { SettingRows } from '../../parts/setting-rows.tsx'
import type { SettingsForm } from '../../promotions/promotion.ts'
import css from './parking.module.css'
import {
  fieldTitles,
  garagesOf,
  garageTexts,
  maxGarages,
  newGarage,
  vehiclesOf,
  vehiclesText,
  type SettingsName,
} from './settings-values.ts'

const numeric = { inputMode: 'numeric', maxLength: 9, clean: digitsOf } as const
const money = { inputMode: 'numeric', placeholder: 'R$ 0,00', clean: formatTypedAmount } as const

/** What a voucher pays and costs, and the garages and vehicles that can use it. */
export function ParkingSettingsFields(form: SettingsForm<SettingsName>) {
  const value = form.field('value')
  const price = form.field('price')
  const vehicles = form.field('vehicles')
  return (
    <div className={css.settings}>
      <div className={css.fields}>
        <RadioGroup
          label={fieldTitles.value}
          options={[
            { value: 'amount', label: 'Um valor', description: 'No máximo o que falta pagar.' },
            { value: 'whole-fee', label: 'A tarifa inteira', description: 'Até um máximo.' },
          ]}
          {...value}
        />
        {value.value === 'whole-fee' ? (
          <TextField
            label="No máximo"
            helper="O clube paga até este valor por vale."
            {...money}
            {...form.field('value.maximum_cents')}
          />
        ) : (
          <TextField
            label="Valor do desconto"
            helper="O que passar deste valor, a pessoa paga."
            {...money}
            {...form.field('value.cents')}
          />
        )}
        <RadioGroup
          label={fieldTitles.price}
          options={[
            {
              value: 'receipts',
              label: 'Notas do dia',
              description: 'O valor em notas é o desta promoção.',
            },
            { value: 'points', label: 'Pontos', description: 'Deixe o valor em notas vazio.' },
          ]}
          {...price}
        />
        {price.value === 'points' && (
          <TextField label="Quantos pontos" {...numeric} {...form.field('price.points')} />
        )}
      </div>
      <SettingRows
        name="garages"
        rows={garagesOf((name) => form.field(name).value)}
        max={maxGarages}
        error={form.field('garages').error}
        title="Estacionamento"
        addLabel="Adicionar estacionamento"
        newRow={newGarage}
        onChange={(next) => form.setValues(garageTexts(next))}
      >
        {(index) => (
          <>
            <TextField
              label="Nome"
              maxLength={60}
              helper="Como o público vai ver: Edifício-garagem"
              {...form.field(`garages.${index}.name`)}
            />
            <TextField
              label="Código no estacionamento"
              maxLength={40}
              autoCapitalize="none"
              helper="Como o sistema do estacionamento o chama: G1"
              {...form.field(`garages.${index}.garage_id`)}
            />
          </>
        )}
      </SettingRows>
      <CheckboxGroup
        label={fieldTitles.vehicles}
        options={parkingVehicles.map((vehicle) => ({ value: vehicle, label: parkingVehicleTitles[vehicle] }))}
        name={vehicles.name}
        value={vehiclesOf(vehicles.value)}
        onChange={(chosen) => vehicles.onChange(vehiclesText(chosen))}
        error={vehicles.error}
      />
      <div className={css.fields}>
        <TextField
          label={fieldTitles.promotion_id}
          maxLength={40}
          autoCapitalize="none"
          helper="O estacionamento dá o desconto por esta promoção dele."
          {...form.field('promotion_id')}
        />
        <TextField
          label={fieldTitles.courtesies_per_day}
          helper="Vales que o balcão aplica sem usar notas nem pontos. 0, nenhum."
          {...numeric}
          {...form.field('courtesies_per_day')}
        />
        <TextField
          label={fieldTitles.valid_hours}
          helper="De 1 a 48. Depois disso o vale sai da carteira, mesmo que o carro não tenha saído."
          {...numeric}
          {...form.field('valid_hours')}
        />
      </div>
    </div>
  )
}
