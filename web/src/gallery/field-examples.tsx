import { cellphoneMask } from '@clube/contract/brazil/cellphone.ts'
import { cepMask } from '@clube/contract/brazil/cep.ts'
import { documentMask, type DocumentRules } from '@clube/contract/brazil/document.ts'
import { useState, type ComponentType } from 'react'
import { Autocomplete } from '../kit/autocomplete/autocomplete.tsx'
import { StateSelect } from '../kit/autocomplete/state-select.tsx'
import type { LoadOptions, OptionId } from '../kit/autocomplete/use-async-options.ts'
import { Checkbox } from '../kit/field/checkbox.tsx'
import { CodeField } from '../kit/field/code-field.tsx'
import { MaskedField } from '../kit/field/masked-field.tsx'
import { PasswordField } from '../kit/field/password-field.tsx'
import { RadioGroup } from '../kit/field/radio-group.tsx'
import { Select } from '../kit/field/select.tsx'
import { TextField } from '../kit/field/text-field.tsx'
import { showToast } from '../kit/toast/toast-store.ts'

const rules: DocumentRules = { allowed: ['cpf', 'cnpj'], cnpj_mode: 'alphanumeric' }
const eitherMask = (text: string) => documentMask(text, rules)

type Bound = { value: string; onChange: (next: string) => void }

/** A field with its own state, so that an example can be tried; `start` is its initial value. */
const stateful = <Props extends Bound>(Field: ComponentType<Props>) =>
  function StatefulField({ start = '', ...props }: Omit<Props, keyof Bound> & { start?: string }) {
    const [value, setValue] = useState(start)
    // TypeScript does not see that omitting two properties and adding them again gives the original type.
    return <Field {...(props as unknown as Props)} value={value} onChange={setValue} />
  }

const Text = stateful(TextField)
const Masked = stateful(MaskedField)
const Password = stateful(PasswordField)
const Code = stateful(CodeField)
const Radios = stateful(RadioGroup)
const Choice = stateful(Select)

/** Shows the stored value below the field. */
const EitherDocument = stateful(({ value, onChange }: Bound) => (
  <MaskedField
    label="CPF ou CNPJ"
    name="document_id"
    mask={eitherMask}
    keyboard="switch"
    value={value}
    onChange={onChange}
    helper={`Guardado: ${value}`}
  />
))

export const TextExamples = () => (
  <>
    <Text label="Nome completo" name="a" />
    <Text label="Nome completo" name="b" start="Ana Beatriz Moraes" helper="Como está no documento" />
    <Text label="Nome completo" name="c" start="Ana" error="Nome deve conter pelo menos 2 palavras" />
    <Text
      label="E-mail"
      name="d"
      start="ana@exemplo.com.br"
      disabled
      helper="Para mudar, fale com o balcão"
    />
    <EitherDocument />
    <Masked label="CPF ou CNPJ" name="f" mask={eitherMask} start="12345678900" error="CPF inválido!" />
    <Masked label="Celular" name="g" mask={cellphoneMask} keyboard="tel" start="11987654321" />
    <Masked label="CEP" name="h" mask={cepMask} start="01001000" />
    <Password label="Senha" name="i" autoComplete="current-password" start="segredo" />
    <Password
      label="Nova senha"
      name="j"
      autoComplete="new-password"
      start="12345"
      error="A senha deve ter no mínimo 6 caracteres"
    />
    <Text label="Mensagem" name="k" multiline helper="De 10 a 2.000 caracteres" />
    <Masked label="CPF" name="l" mask={eitherMask} error="CPF deve conter somente números e 11 dígitos!" />
  </>
)

const code = { label: 'Código de verificação', length: 6 }

export const CodeExamples = () => (
  <>
    <Code {...code} name="verification_code" />
    <Code {...code} name="n" start="1234" helper="Enviado para o celular final 42" />
    <Code {...code} name="o" start="123456" error="Entrada inválida" />
  </>
)

const recoveryOptions = [
  { value: 'sms', label: 'Código por SMS', description: 'Para o celular final 42' },
  { value: 'local_support', label: 'Fale conosco', description: 'No balcão de atendimento' },
  { value: 'remote_support', label: 'Confirme sua identidade', disabled: true },
]
const streetTypes = ['Alameda', 'Avenida', 'Rua'].map((label) => ({ value: label, label }))

export function ChoiceExamples() {
  const [isChecked, setChecked] = useState(true)
  return (
    <>
      <div>
        <Checkbox name="remember_me" checked={isChecked} onChange={setChecked}>
          Lembrar de mim
        </Checkbox>
        <Checkbox
          name="q"
          checked={false}
          onChange={() => {}}
          error="Você deve aceitar os termos de contato para continuar!"
        >
          Aceito receber contato via WhatsApp no celular atual
        </Checkbox>
        <Checkbox name="r" checked={false} onChange={() => {}}>
          Li e aceito os <a href="#termos">termos do clube</a>
        </Checkbox>
      </div>
      <Radios label="Como quer confirmar?" name="s" options={recoveryOptions} start="sms" />
      <Radios
        label="Como quer confirmar?"
        name="t"
        options={recoveryOptions.slice(0, 2)}
        error="Por favor, selecione uma opção"
      />
      <Choice label="Logradouro" name="u" options={streetTypes} />
      <Choice label="Logradouro" name="v" options={[]} error="Este campo é requerido" />
    </>
  )
}

const streets = Array.from({ length: 2_000 }, (_, index) => ({
  id: index + 1,
  text: `Rua ${index + 1} de Novembro`,
}))
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
