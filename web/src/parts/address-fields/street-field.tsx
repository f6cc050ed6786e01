import type { AddressOption } from '@clube/contract/addresses/page.ts'
import { useMemo, useRef, useState } from 'react'
import { Autocomplete } from '../../kit/autocomplete/autocomplete.tsx'
import { TextField } from '../../kit/field/text-field.tsx'
import { useSend } from '../../platform/app/app-context.tsx'
import { loadStreets, type LoadAddresses } from './address-lists.ts'
import { withListedNames, type AddressForm } from './address-values.ts'
import { showListFailure } from './list-failure.ts'

/**
 * Endereço: the city's streets once there is a city, loaded when the list opens; otherwise free text. One missing
 * from the list can be typed. The list shows full names ("Rua da Praia"), the form stores type and name separately.
 */
export function StreetField({ form, maxLength }: { form: AddressForm; maxLength: number }) {
  const send = useSend()
  const { city_id, district_id, street_name } = form.values
  const [seen] = useState(() => new Map<number, AddressOption>())
  const picked = useRef<string | null>(null)
  const load = useMemo(
    () => rememberIn(seen, loadStreets(send, { city_id, district_id })),
    [send, seen, city_id, district_id],
  )
  if (city_id === null)
    return (
      <TextField label="Endereço" maxLength={maxLength} autoComplete="off" {...form.field('street_name')} />
    )
  return (
    <Autocomplete
      label="Endereço"
      {...form.field('street_name')}
      key={city_id}
      value={null}
      scope={district_id ?? city_id}
      maxLength={maxLength}
      loadOptions={load}
      preloadAll
      freeText={{
        text: street_name,
        onText: (text) => {
          // Choosing also reports the full name as text: its parts are already in the form.
          if (text !== picked.current) form.setValue('street_name', text)
          picked.current = null
        },
      }}
      onChange={(id) => {
        const parts = id === null ? undefined : seen.get(Number(id))
        if (!parts) return
        picked.current = parts.text
        const { street_name = parts.text, street_type } = parts.additional_data ?? {}
        form.setValues({
          ...withListedNames(form.values, { street_name }),
          ...(street_type ? { street_type } : {}),
        })
      }}
      onLoadFailure={showListFailure}
      onRevalidate={() => form.validate('street_name')}
    />
  )
}

/** The parts of every street offered: the kit's options carry names only. */
const rememberIn =
  (seen: Map<number, AddressOption>, load: LoadAddresses): LoadAddresses =>
  async (query, signal) => {
    const page = await load(query, signal)
    for (const option of page.data) seen.set(option.id, option)
    return page
  }
