import { useState } from 'react'
import { Autocomplete } from '../kit/autocomplete/autocomplete.tsx'
import { StateSelect } from '../kit/autocomplete/state-select.tsx'
import type { LoadOptions, OptionId } from '../kit/autocomplete/use-async-options.ts'
import { showToast } from '../kit/toast/toast-store.ts'

const streets = Array.from({ length: 2_000 }, (_, at) => ({ id: at + 1, text: `Rua ${at + 1} de Novembro` }))
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const loadStreets: LoadOptions = async ({ text = '', id, cursor = '0' }) => {
  await wait(400)
  const found = streets.filter((street) => (id === undefined ? street.text.includes(text) : street.id === id))
  const next = Number(cursor) + 50
  return { data: found.slice(Number(cursor), next), next_cursor: next < found.length ? String(next) : null }
}
const loadNothing: LoadOptions = async () => {
  await wait(400)
  return { data: [] }
}
const empty = { value: null, onChange: () => {}, loadOptions: loadNothing }
const loadForever: LoadOptions = () => new Promise(() => {})
const fail: LoadOptions = async () => {
  await wait(400)
  throw new Error('rede')
}

export function AutocompleteExamples() {
  const [state, setState] = useState<number | null>(25)
  const [street, setStreet] = useState<OptionId | null>(null)
  return (
    <>
      <StateSelect name="state_id" value={state} onChange={setState} />
      <Autocomplete
        label="Endereço"
        name="street"
        preloadAll
        value={street}
        onChange={setStreet}
        loadOptions={loadStreets}
      />
      <Autocomplete {...empty} label="Sem resultado" name="w" preloadAll />
      <Autocomplete {...empty} label="Sem fim" name="x" preloadAll loadOptions={loadForever} />
      <Autocomplete
        {...empty}
        label="Sem rede"
        name="y"
        preloadAll
        loadOptions={fail}
        onLoadFailure={() =>
          showToast({ message: 'Verifique sua conexão com a internet e tente novamente!', type: 'error' })
        }
      />
      <Autocomplete {...empty} label="Cidade" name="z" error="Por favor selecione uma opção" />
      <Autocomplete {...empty} label="Bairro" name="aa" disabled helper="Escolha a cidade primeiro" />
    </>
  )
}
