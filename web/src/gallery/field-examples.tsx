import { cellphoneMask } from '@clube/contract/brazil/cellphone.ts'
import { cepMask } from '@clube/contract/brazil/cep.ts'
import { documentMask, type DocumentRules } from '@clube/contract/brazil/document.ts'
import { useState, type ReactNode } from 'react'
import { Checkbox } from '../kit/field/checkbox.tsx'
import { CodeField } from '../kit/field/code-field.tsx'
import { MaskedField } from '../kit/field/masked-field.tsx'
import { PasswordField } from '../kit/field/password-field.tsx'
import { RadioGroup } from '../kit/field/radio-group.tsx'
import { Select } from '../kit/field/select.tsx'
import { TextField } from '../kit/field/text-field.tsx'

const rules: DocumentRules = { allowed: ['cpf', 'cnpj'], cnpj_mode: 'alphanumeric' }
const eitherMask = (text: string) => documentMask(text, rules)

/** Holds one value, so that an example can be tried. */
function Held({
  start = '',
  children,
}: {
  start?: string
  children: (value: string, set: (next: string) => void) => ReactNode
}) {
  const [value, setValue] = useState(start)
  return children(value, setValue)
}

export function TextExamples() {
  return (
    <>
      <Held>
        {(value, onChange) => <TextField label="Nome completo" name="a" value={value} onChange={onChange} />}
      </Held>
      <Held start="Ana Beatriz Moraes">
        {(value, onChange) => (
          <TextField
            label="Nome completo"
            name="b"
            helper="Como está no documento"
            value={value}
            onChange={onChange}
          />
        )}
      </Held>
      <Held start="Ana">
        {(value, onChange) => (
          <TextField
            label="Nome completo"
            name="c"
            error="Nome deve conter pelo menos 2 palavras"
            value={value}
            onChange={onChange}
          />
        )}
      </Held>
      <TextField
        label="E-mail"
        name="d"
        value="ana@exemplo.com.br"
        onChange={() => {}}
        disabled
        helper="Para mudar, fale com o balcão"
      />
      <Held>
        {(value, onChange) => (
          <MaskedField
            label="CPF ou CNPJ"
            name="document_id"
            mask={eitherMask}
            keyboard="switch"
            value={value}
            onChange={onChange}
            helper={`Guardado: ${value}`}
          />
        )}
      </Held>
      <Held start="12345678900">
        {(value, onChange) => (
          <MaskedField
            label="CPF ou CNPJ"
            name="f"
            mask={eitherMask}
            value={value}
            onChange={onChange}
            error="CPF inválido!"
          />
        )}
      </Held>
      <Held start="11987654321">
        {(value, onChange) => (
          <MaskedField
            label="Celular"
            name="g"
            mask={cellphoneMask}
            keyboard="tel"
            value={value}
            onChange={onChange}
          />
        )}
      </Held>
      <Held start="01001000">
        {(value, onChange) => (
          <MaskedField label="CEP" name="h" mask={cepMask} value={value} onChange={onChange} />
        )}
      </Held>
      <Held start="segredo">
        {(value, onChange) => (
          <PasswordField
            label="Senha"
            name="i"
            autoComplete="current-password"
            value={value}
            onChange={onChange}
          />
        )}
      </Held>
      <Held start="12345">
        {(value, onChange) => (
          <PasswordField
            label="Nova senha"
            name="j"
            autoComplete="new-password"
            value={value}
            onChange={onChange}
            error="A senha deve ter no mínimo 6 caracteres"
          />
        )}
      </Held>
      <Held>
        {(value, onChange) => (
          <TextField
            label="Mensagem"
            name="k"
            multiline
            value={value}
            onChange={onChange}
            helper="De 10 a 2.000 caracteres"
          />
        )}
      </Held>
      <Held>
        {(value, onChange) => (
          <MaskedField
            label="CPF"
            name="l"
            mask={eitherMask}
            value={value}
            onChange={onChange}
            error="CPF deve conter somente números e 11 dígitos!"
          />
        )}
      </Held>
    </>
  )
}

export function CodeExamples() {
  return (
    <>
      <Held>
        {(value, onChange) => (
          <CodeField
            label="Código de verificação"
            name="verification_code"
            length={6}
            value={value}
            onChange={onChange}
          />
        )}
      </Held>
      <Held start="1234">
        {(value, onChange) => (
          <CodeField
            label="Código de verificação"
            name="n"
            length={6}
            value={value}
            onChange={onChange}
            helper="Enviado para o celular final 42"
          />
        )}
      </Held>
      <Held start="123456">
        {(value, onChange) => (
          <CodeField
            label="Código de verificação"
            name="o"
            length={6}
            value={value}
            onChange={onChange}
            error="Entrada inválida"
          />
        )}
      </Held>
    </>
  )
}

export function ChoiceExamples() {
  const [on, setOn] = useState(true)
  const options = [
    { value: 'sms', label: 'Código por SMS', description: 'Para o celular final 42' },
    { value: 'local_support', label: 'Fale conosco', description: 'No balcão de atendimento' },
    { value: 'remote_support', label: 'Confirme sua identidade', disabled: true },
  ]
  return (
    <>
      <div>
        <Checkbox name="remember_me" checked={on} onChange={setOn}>
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
      <Held start="sms">
        {(value, onChange) => (
          <RadioGroup
            label="Como quer confirmar?"
            name="s"
            options={options}
            value={value}
            onChange={onChange}
          />
        )}
      </Held>
      <Held>
        {(value, onChange) => (
          <RadioGroup
            label="Como quer confirmar?"
            name="t"
            options={options.slice(0, 2)}
            value={value}
            onChange={onChange}
            error="Por favor, selecione uma opção"
          />
        )}
      </Held>
      <Held>
        {(value, onChange) => (
          <Select
            label="Logradouro"
            name="u"
            value={value}
            onChange={onChange}
            options={['Alameda', 'Avenida', 'Rua'].map((label) => ({ value: label, label }))}
          />
        )}
      </Held>
      <Held>
        {(value, onChange) => (
          <Select
            label="Logradouro"
            name="v"
            value={value}
            onChange={onChange}
            options={[]}
            error="Este campo é requerido"
          />
        )}
      </Held>
    </>
  )
}
