import { maskOf } from '@clube/contract/brazil/mask.ts'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState, type ReactElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Checkbox } from './checkbox.tsx'
import { CodeField } from './code-field.tsx'
import { attachMask } from './mask-engine.ts'
import { MaskedField } from './masked-field.tsx'
import { PasswordField } from './password-field.tsx'
import { RadioGroup } from './radio-group.tsx'
import { TextField } from './text-field.tsx'

const cpf = maskOf('000.000.000-00')

function type(control: HTMLElement, text: string) {
  fireEvent.input(control, { target: { value: text } })
}

const noteOf = (control: HTMLElement) => document.getElementById(control.getAttribute('aria-describedby')!)!

test('the error of a field replaces the helper in the reserved line and describes the control', () => {
  const props = { label: 'Nome', name: 'name', value: '', onChange: () => {}, helper: 'Como no documento' }
  const { rerender } = render(<TextField {...props} />)
  const control = screen.getByRole('textbox', { name: 'Nome' })
  expect(control.getAttribute('aria-invalid')).toBeNull()
  const note = noteOf(control)
  expect(note.textContent).toBe('Como no documento')
  rerender(<TextField {...props} error="Nome é obrigatório" />)
  expect(control.getAttribute('aria-invalid')).toBe('true')
  expect(note.textContent).toBe('Nome é obrigatório')
  expect(note.querySelector('svg')).not.toBeNull()
})

test('a text field that cleans its value while typing keeps the caret position', () => {
  const onChange = vi.fn()
  const lettersOnly = (text: string) => text.replace(/\d/g, '')
  render(<TextField label="Nome" name="name" value="" onChange={onChange} clean={lettersOnly} />)
  const control = screen.getByRole<HTMLInputElement>('textbox')
  control.value = 'Ma1ria'
  control.setSelectionRange(3, 3)
  fireEvent.input(control)
  expect(control.value).toBe('Maria')
  expect(control.selectionStart).toBe(2)
  expect(onChange).toHaveBeenLastCalledWith('Maria')
})

test('a text field cleans its value only after an input-method composition has ended', () => {
  const onChange = vi.fn()
  const lower = (text: string) => text.toLowerCase()
  render(<TextField label="E-mail" name="email" value="" onChange={onChange} clean={lower} />)
  const control = screen.getByRole<HTMLInputElement>('textbox')
  fireEvent.compositionStart(control)
  type(control, 'ANA')
  expect(control.value).toBe('ANA')
  fireEvent.compositionEnd(control)
  expect(control.value).toBe('ana')
  expect(onChange).toHaveBeenLastCalledWith('ana')
})

test('a password field can show its password', () => {
  const props = { label: 'Senha', name: 'password', value: 'x', onChange: () => {} }
  render(<PasswordField {...props} autoComplete="current-password" />)
  const control = screen.getByLabelText<HTMLInputElement>('Senha')
  expect(control.type).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar senha' }))
  expect(control.type).toBe('text')
  expect(screen.getByRole('button').getAttribute('aria-pressed')).toBe('true')
})

function Cpf({ onValue }: { onValue: (value: string) => void }) {
  const [value, setValue] = useState('')
  const onChange = (next: string) => {
    setValue(next)
    onValue(next)
  }
  return <MaskedField label="CPF" name="cpf" mask={cpf} value={value} onChange={onChange} />
}

/** Renders on the server, lets `fill` change the input before hydration, and hydrates. */
async function hydrate(view: ReactElement, fill: (control: HTMLInputElement) => void) {
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(view)
  const control = container.querySelector('input')!
  fill(control)
  const root = await act(async () => hydrateRoot(container, view))
  onTestFinished(() => {
    act(() => root.unmount())
    container.remove()
  })
  return control
}

test('text typed before hydration is kept, reported, and formatted when the mask is loaded', async () => {
  const onValue = vi.fn()
  const control = await hydrate(<Cpf onValue={onValue} />, (input) => (input.value = '52998224725'))
  expect(onValue).toHaveBeenCalledWith('52998224725')
  await waitFor(() => expect(control.value).toBe('529.982.247-25'))
  expect(onValue).toHaveBeenLastCalledWith('52998224725')
})

test('a mask that is loaded after the text was typed formats it without reporting it again', () => {
  const control = document.createElement('input')
  control.value = '52998224725x'
  const onInput = vi.fn()
  control.addEventListener('input', onInput)
  onTestFinished(attachMask(control, cpf))
  expect(control.value).toBe('529.982.247-25')
  expect(onInput).not.toHaveBeenCalled()
})

test('a masked field formats a stored value and reports raw characters, or formatted text if emits is text', () => {
  const onChange = vi.fn()
  const props = { label: 'CPF', name: 'cpf', mask: cpf, value: '5299', onChange }
  const { rerender } = render(<MaskedField {...props} />)
  const control = screen.getByRole<HTMLInputElement>('textbox')
  expect(control.value).toBe('529.9')
  type(control, '529.98')
  expect(onChange).toHaveBeenLastCalledWith('52998')
  rerender(<MaskedField {...props} emits="text" />)
  type(control, '529982')
  expect(onChange).toHaveBeenLastCalledWith('529.982')
})

function Code({ onComplete }: { onComplete: (code: string) => void }) {
  const [value, onChange] = useState('')
  const props = { label: 'Código', name: 'verification_code', length: 6, value, onChange, onComplete }
  return <CodeField {...props} />
}

test('a pasted code keeps its digits, fills six cells and is reported once', () => {
  const onComplete = vi.fn()
  const { container } = render(<Code onComplete={onComplete} />)
  const control = screen.getByRole<HTMLInputElement>('textbox', { name: 'Código' })
  expect(control.autocomplete).toBe('one-time-code')
  expect(control.inputMode).toBe('numeric')
  const cells = container.querySelectorAll('[aria-hidden=true]')
  expect(cells).toHaveLength(6)
  type(control, '12 34-567x')
  expect(control.value).toBe('123456')
  expect([...cells].map(({ textContent }) => textContent)).toEqual(['1', '2', '3', '4', '5', '6'])
  expect(onComplete.mock.calls).toEqual([['123456']])
})

test('a checkbox checked before hydration reports its value', async () => {
  const onChange = vi.fn()
  const view = (
    <Checkbox name="remember_me" checked={false} onChange={onChange}>
      Lembrar de mim
    </Checkbox>
  )
  await hydrate(view, (input) => (input.checked = true))
  expect(onChange).toHaveBeenCalledWith(true)
})

test('radio buttons are a labeled group with its own error', () => {
  const onChange = vi.fn()
  render(
    <RadioGroup
      label="Como prefere?"
      name="option"
      value=""
      onChange={onChange}
      error="Por favor, selecione uma opção"
      options={[
        { value: 'sms', label: 'SMS', description: 'Final 42' },
        { value: 'local_support', label: 'Fale conosco', disabled: true },
      ]}
    />,
  )
  const group = screen.getByRole('radiogroup', { name: 'Como prefere?' })
  expect(noteOf(group).textContent).toBe('Por favor, selecione uma opção')
  fireEvent.click(screen.getByRole('radio', { name: /SMS/ }))
  expect(onChange).toHaveBeenCalledWith('sms')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Fale conosco' }).disabled).toBe(true)
})
