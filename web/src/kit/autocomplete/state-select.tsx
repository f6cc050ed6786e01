import { filterStates, stateById } from '@clube/contract/brazil/states.ts'
import type { FieldProps } from '../field/field.tsx'
import { Autocomplete } from './autocomplete.tsx'
import type { LoadOptions, Option } from './use-async-options.ts'

type StateSelectProps = Omit<FieldProps, 'label'> & {
  /** Id 1 to 27. */
  value: number | null
  onChange: (id: number | null, option: Option | undefined) => void
  onBlur?: (() => void) | undefined
  onRevalidate?: () => void
}

/** The 26 states and the federal district, filtered by uf or name prefix, ignoring accents (spec §2). */
export function StateSelect({ onChange, ...props }: StateSelectProps) {
  return (
    <Autocomplete
      {...props}
      label="Estado"
      onChange={(id, option) => onChange(id === null ? null : Number(id), option)}
      loadOptions={loadStates}
      preloadAll
      waitMs={0}
    />
  )
}

const loadStates: LoadOptions = ({ id, text }) => {
  const preset = id === undefined ? undefined : stateById(Number(id))
  const found = id === undefined ? filterStates(text ?? '') : preset ? [preset] : []
  return Promise.resolve({
    data: found.map((state) => ({ id: state.id, text: state.name, additional_data: { uf: state.uf } })),
  })
}
