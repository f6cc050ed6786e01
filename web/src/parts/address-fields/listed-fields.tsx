import type { AddressOption } from '@clube/contract/addresses/page.ts'
import { neighborhoodMaxLength, streetMaxLength } from '@clube/contract/brazil/address-text.ts'
import { useMemo, useRef } from 'react'
import { Autocomplete } from '../../kit/autocomplete/autocomplete.tsx'
import type { AutocompleteProps } from '../../kit/autocomplete/use-combobox.ts'
import { TextField } from '../../kit/field/text-field.tsx'
import { useSend } from '../../platform/app/app-context.tsx'
import { loadNeighborhoods, loadStreets, showListFailure } from './address-lists.ts'
import { withListedNames, type AddressForm } from './address-values.ts'

/** Bairro: see `ListedField`. */
export function NeighborhoodField({ form }: { form: AddressForm }) {
  const send = useSend()
  const { city_id, district_id, neighborhood } = form.values
  const load = useMemo(() => loadNeighborhoods(send, city_id), [send, city_id])
  return (
    <ListedField
      form={form}
      path="neighborhood"
      label="Bairro"
      maxLength={neighborhoodMaxLength}
      value={district_id}
      scope={city_id}
      loadOptions={load}
      freeText={{ text: neighborhood, onText: (text) => form.setValue('neighborhood', text) }}
      onChange={(id, option) => {
        form.setValues({
          district_id: id === null ? null : Number(id),
          ...(option ? withListedNames(form.values, { neighborhood: option.text }) : {}),
        })
      }}
    />
  )
}

/**
 * Endereço: see `ListedField`. Loaded when the list opens. The list shows full names ("Rua da Praia"), the form stores
 * type and name separately.
 */
export function StreetField({ form }: { form: AddressForm }) {
  const send = useSend()
  const { city_id, district_id, street_name } = form.values
  const chosenText = useRef<string | null>(null)
  const load = useMemo(() => loadStreets(send, { city_id, district_id }), [send, city_id, district_id])
  return (
    <ListedField
      form={form}
      path="street_name"
      label="Endereço"
      maxLength={streetMaxLength}
      value={null}
      scope={district_id ?? city_id}
      loadOptions={load}
      freeText={{
        text: street_name,
        onText: (text) => {
          // Choosing also reports the full name as text: its parts are already in the form.
          if (text !== chosenText.current) form.setValue('street_name', text)
          chosenText.current = null
        },
      }}
      onChange={(_id, option) => {
        if (!option) return
        chosenText.current = option.text
        // The kit passes the street as it was loaded, with its parts.
        const { additional_data } = option as AddressOption
        const { street_name = option.text, street_type } = additional_data ?? {}
        form.setValues({
          ...withListedNames(form.values, { street_name }),
          ...(street_type ? { street_type } : {}),
        })
      }}
    />
  )
}

type ListedFieldProps = Omit<AutocompleteProps, 'name'> & {
  maxLength: number
  form: AddressForm
  path: 'neighborhood' | 'street_name'
}

/** The city's list once there is a city, otherwise free text. A name missing from the list can be typed. */
function ListedField({ form, path, ...list }: ListedFieldProps) {
  const { label, maxLength } = list
  const { city_id } = form.values
  const field = form.field(path)
  if (city_id === null) return <TextField label={label} maxLength={maxLength} autoComplete="off" {...field} />
  return (
    <Autocomplete
      {...field}
      {...list}
      key={city_id}
      preloadAll
      onLoadFailure={showListFailure}
      onRevalidate={() => form.validate(path)}
    />
  )
}
