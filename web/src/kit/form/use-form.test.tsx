import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button } from '../button/button.tsx'
import { TextField } from '../field/text-field.tsx'
import { setSubmissionErrorHandler } from './submission-error.ts'
import { useForm, type Form } from './use-form.ts'

type Values = { name: string; email: string }
let form: Form<Values>

function Sample({ onSubmit = () => {} }: { onSubmit?: (values: Values) => Promise<void> | void }) {
  form = useForm<Values>({
    initial: { name: '', email: '' },
    rules: {
      name: (value) => (value ? undefined : 'Nome é obrigatório'),
      email: (value) => (value.includes('@') ? undefined : 'Email inválido'),
    },
    onSubmit,
  })
  return (
    <form {...form.props}>
      <TextField label="Nome" {...form.field('name')} />
      <TextField label="E-mail" {...form.field('email')} />
      <Button type="submit" pending={form.pending}>
        Continuar
      </Button>
    </form>
  )
}

const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Nome' })
const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'E-mail' })
const button = () => screen.getByRole('button', { name: 'Continuar' })
const type = (control: HTMLElement, value: string) => fireEvent.input(control, { target: { value } })

test('an invalid form shows every error on submission, focuses the first and does not call onSubmit', () => {
  const onSubmit = vi.fn()
  render(<Sample onSubmit={onSubmit} />)
  fireEvent.click(button())
  expect(screen.getByText('Nome é obrigatório')).toBeTruthy()
  expect(screen.getByText('Email inválido')).toBeTruthy()
  expect(document.activeElement).toBe(name())
  expect(onSubmit).not.toHaveBeenCalled()
})

test('the error of a form field disappears as soon as its value is valid, and untouched fields show no error', () => {
  render(<Sample />)
  type(email(), 'ana')
  expect(screen.queryByText('Email inválido')).toBeNull()
  fireEvent.blur(email())
  expect(screen.getByText('Email inválido')).toBeTruthy()
  type(email(), 'ana@x.br')
  expect(screen.queryByText('Email inválido')).toBeNull()
  fireEvent.blur(name())
  expect(screen.queryByText('Nome é obrigatório')).toBeNull()
})

test('a second press of the submit button during a submission is ignored', async () => {
  const submission = Promise.withResolvers<void>()
  const onSubmit = vi.fn(() => submission.promise)
  render(<Sample onSubmit={onSubmit} />)
  type(name(), 'Ana')
  type(email(), 'ana@x.br')
  fireEvent.click(button())
  fireEvent.click(button())
  fireEvent.submit(name().form!)
  expect(onSubmit.mock.calls).toEqual([[{ name: 'Ana', email: 'ana@x.br' }]])
  expect(button().getAttribute('aria-busy')).toBe('true')
  await act(async () => submission.resolve())
  expect(button().getAttribute('aria-busy')).toBeNull()
})

test('a form attaches server errors to its visible fields, focuses the first and returns the others', () => {
  render(<Sample />)
  let unmatched: unknown
  act(() => {
    unmatched = form.setServerErrors([
      { path: 'email', message: 'Este e-mail já está em uso' },
      { path: 'ip', message: 'Endereço desconhecido' },
    ])
  })
  expect(unmatched).toEqual([{ path: 'ip', message: 'Endereço desconhecido' }])
  expect(screen.getByText('Este e-mail já está em uso')).toBeTruthy()
  expect(document.activeElement).toBe(email())
  // Like a mask that has only reformatted the text.
  act(() => form.setValue('email', form.values.email))
  expect(screen.getByText('Este e-mail já está em uso')).toBeTruthy()
  type(email(), 'outra@x.br')
  expect(screen.queryByText('Este e-mail já está em uso')).toBeNull()
})

test('two form fields set in the same event both keep their values', () => {
  render(<Sample />)
  act(() => {
    form.setValue('name', 'Ana')
    form.setValue('email', 'ana@x.br')
  })
  expect([name().value, email().value]).toEqual(['Ana', 'ana@x.br'])
})

test('an exception in a form’s submission reaches the handler, and the form can be submitted again', async () => {
  const handler = vi.fn()
  setSubmissionErrorHandler(handler)
  const error = new TypeError('a bug in a submit handler')
  render(<Sample onSubmit={async () => Promise.reject(error)} />)
  type(name(), 'Ana')
  type(email(), 'ana@exemplo.com.br')
  for (const time of [1, 2]) {
    await act(async () => void fireEvent.click(button()))
    expect(handler).toHaveBeenCalledTimes(time)
    expect(form.pending).toBe(false)
  }
  expect(handler).toHaveBeenLastCalledWith(error)
})
