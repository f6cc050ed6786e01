// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from '../button/button.tsx'
import { TextField } from '../field/text-field.tsx'
import { useForm, type Form } from './use-form.ts'

afterEach(cleanup)

type Values = { name: string; email: string }
let form: Form<Values>

function Sample({ onSubmit }: { onSubmit: (values: Values) => Promise<void> | void }) {
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

test('a refused submission shows every error, focuses the first and calls nobody', () => {
  const onSubmit = vi.fn()
  render(<Sample onSubmit={onSubmit} />)
  fireEvent.click(button())
  expect(screen.getByText('Nome é obrigatório')).toBeTruthy()
  expect(screen.getByText('Email inválido')).toBeTruthy()
  expect(document.activeElement).toBe(name())
  expect(onSubmit).not.toHaveBeenCalled()
})

test('an error goes as soon as the value is good; an untouched field is not told off', () => {
  render(<Sample onSubmit={() => {}} />)
  type(email(), 'ana')
  expect(screen.queryByText('Email inválido')).toBeNull()
  fireEvent.blur(email())
  expect(screen.getByText('Email inválido')).toBeTruthy()
  type(email(), 'ana@x.br')
  expect(screen.queryByText('Email inválido')).toBeNull()
  fireEvent.blur(name())
  expect(screen.queryByText('Nome é obrigatório')).toBeNull()
})

test('a second press while it runs submits nothing', async () => {
  let finish = () => {}
  const onSubmit = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  render(<Sample onSubmit={onSubmit} />)
  type(name(), 'Ana')
  type(email(), 'ana@x.br')
  fireEvent.click(button())
  fireEvent.click(button())
  fireEvent.submit(name().form!)
  expect(onSubmit.mock.calls).toEqual([[{ name: 'Ana', email: 'ana@x.br' }]])
  expect(button().getAttribute('aria-busy')).toBe('true')
  await act(async () => finish())
  expect(button().getAttribute('aria-busy')).toBeNull()
})

test('server errors attach to the field on screen and take the focus; the rest comes back', () => {
  render(<Sample onSubmit={() => {}} />)
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
  type(email(), 'outra@x.br')
  expect(screen.queryByText('Este e-mail já está em uso')).toBeNull()
})

test('two fields set in one event are both kept', () => {
  render(<Sample onSubmit={() => {}} />)
  act(() => {
    form.setValue('name', 'Ana')
    form.setValue('email', 'ana@x.br')
  })
  expect([name().value, email().value]).toEqual(['Ana', 'ana@x.br'])
})
