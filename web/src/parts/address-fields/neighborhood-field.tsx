import { useMemo } from 'react'
import { Autocomplete } from '../../kit/autocomplete/autocomplete.tsx'
import { TextField } from '../../kit/field/text-field.tsx'
import { useSend } from '../../platform/app/app-context.tsx'
import { showListFailure } from './list-failure.ts'
import { loadNeighborhoods } from './address-lists.ts'
import { withListedNames, type AddressForm } from './address-values.ts'

/** Bairro: the city's list once there is a city, otherwise free text. One missing from the list can be typed. */
export function NeighborhoodField({ form, maxLength }: { form: AddressForm; maxLength: number }) {
  const send = useSend()
  const { city_id, district_id, neighborhood } = form.values
  const load = useMemo(() => loadNeighborhoods(send, city_id), [send, city_id])
  if (city_id === null)
    return (
      <TextField label="Bairro" maxLength={maxLength} autoComplete="off" {...form.field('neighborhood')} />
    )
  return (
    <Autocomplete
      label="Bairro"
      {...form.field('neighborhood')}
      key={city_id}
      value={district_id}
      scope={city_id}
      maxLength={maxLength}
      loadOptions={load}
      preloadAll
      freeText={{ text: neighborhood, onText: (text) => form.setValue('neighborhood', text) }}
      onChange={(id, option) => {
        form.setValues({
          district_id: id === null ? null : Number(id),
          ...(option ? withListedNames(form.values, { neighborhood: option.text }) : {}),
        })
      }}
      onLoadFailure={showListFailure}
      onRevalidate={() => form.validate('neighborhood')}
    />
  )
}
