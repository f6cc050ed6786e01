import { complementMaxLength, streetNumberMaxLength } from '@clube/contract/brazil/address-text.ts'
import { cepMask, cepWarning, parseCep } from '@clube/contract/brazil/cep.ts'
import { stateByUf } from '@clube/contract/brazil/states.ts'
import { streetTypeLabels, type StreetType } from '@clube/contract/brazil/street-types.ts'
import { useMemo, useState, useEffect, useRef } from 'react'
import { Autocomplete } from '../../kit/autocomplete/autocomplete.tsx'
import { StateSelect } from '../../kit/autocomplete/state-select.tsx'
import { MaskedField } from '../../kit/field/masked-field.tsx'
import { Select } from '../../kit/field/select.tsx'
import { TextField } from '../../kit/field/text-field.tsx'
import { useSend, useApp } from '../../platform/app/app-context.tsx'
import css from './address-fields.module.css'
import { loadCities, showListFailure } from './address-lists.ts'
import { hasAddress, withCity, withPostalAddress, withState, type AddressForm } from './address-values.ts'
import { NeighborhoodField, StreetField } from './listed-fields.tsx'
import {
  addressLookupCall,
  parsePostalLookup,
  type PostalLookupResult,
} from '@clube/contract/addresses/postal-address.ts'
import * as z from 'zod/mini'
import { trackPending } from '../../kit/overlay/pending-count.ts'
import { showFailure } from '../../platform/api/show-failure.ts'

/** Messages of the CEP field after a lookup; not given by the specification. */
const lookupNotes = {
  none: 'Preenchemos o endereço a partir do CEP.',
  found: 'Encontramos o endereço. Confira abaixo.',
  not_found: 'Não encontramos este CEP. Preencha abaixo.',
} as const

const streetTypeOptions = Object.entries(streetTypeLabels).map(([value, label]) => ({ value, label }))

/** The address inputs of spec §2: a CEP that fills in the rest, and every field stays editable. */
export function AddressFields({ form }: { form: AddressForm }) {
  const send = useSend()
  const { values, field } = form
  const [note, setNote] = useState<keyof typeof lookupNotes>('none')
  const lookUp = usePostalLookup((found) => {
    setNote(hasAddress(found) ? 'found' : 'not_found')
    form.setValues(withPostalAddress(values, found))
  })
  const cities = useMemo(() => loadCities(send, values.state_id), [send, values.state_id])

  return (
    <div className={css.frame}>
      <div className={`tight ${css.fields}`}>
        <MaskedField
          label="CEP"
          mask={cepMask}
          autoComplete="postal-code"
          helper={
            cepWarning(values.cep, values.state_id) ??
            (note === 'none' && values.city_id !== null ? undefined : lookupNotes[note])
          }
          {...field('cep')}
          onChange={(cep) => {
            if (cep === values.cep) return
            form.setValue('cep', cep)
            setNote('none')
            lookUp(cep)
          }}
        />
        <StateSelect
          {...field('state_id')}
          onChange={(id) => form.setValues(withState(id))}
          onRevalidate={() => form.validate('state_id')}
        />
        <Autocomplete
          label="Cidade"
          {...field('city_id')}
          loadOptions={cities}
          preloadAll={values.state_id !== null}
          scope={values.state_id}
          onChange={(id, option) => {
            const state = values.state_id === null ? stateByUf(option?.additional_data?.uf ?? '') : undefined
            form.setValues({
              ...withCity(id === null ? null : Number(id)),
              ...(state ? { state_id: state.id } : {}),
            })
          }}
          onLoadFailure={showListFailure}
          onRevalidate={() => form.validate('city_id')}
        />
        <NeighborhoodField form={form} />
        <div className={css.pair}>
          <Select
            label="Logradouro"
            options={streetTypeOptions}
            {...field('street_type')}
            onChange={(type) => form.setValue('street_type', type as StreetType | '')}
          />
          <StreetField form={form} />
        </div>
        <div className={css.pair}>
          <TextField
            label="Número"
            maxLength={streetNumberMaxLength}
            autoComplete="off"
            {...field('street_number')}
          />
          <TextField
            label="Complemento"
            maxLength={complementMaxLength}
            autoComplete="address-line2"
            helper="Opcional"
            {...field('complement')}
          />
        </div>
      </div>
    </div>
  )
}

/** A club's own endpoint may respond with an object, a wrapped object, or a list (spec §3). */
const lookupCall = { ...addressLookupCall, data: z.unknown() }

/**
 * Looks up the address when a CEP becomes valid, under the loading overlay (spec §4 Postal code). `onFound` gets the
 * result, which may be empty; a failure is shown here and the fields stay as they are.
 */
function usePostalLookup(onFound: (found: PostalLookupResult) => void): (cep: string) => void {
  const { send, club } = useApp()
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const lookUp = async (cep: string) => {
    running.current?.abort()
    const parsed = parseCep(cep)
    if (!parsed.ok) return
    const controller = new AbortController()
    running.current = controller
    const postal_code = parsed.value
    const sent = await trackPending(
      send(lookupCall, {
        query: { cep: postal_code, postal_code },
        endpoint: club.endpoints.address_lookup,
        signal: controller.signal,
      }),
    )
    if (controller.signal.aborted) return
    if (sent.ok) onFound(parsePostalLookup(sent.data, postal_code))
    else showFailure(sent.failure, { place: 'postal-lookup' })
  }
  return (cep) => void lookUp(cep)
}
