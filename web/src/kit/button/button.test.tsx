import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

test('a pending button keeps its label and focus and ignores clicks', () => {
  const onClick = vi.fn()
  const props = { onClick, children: 'Continuar' }
  const { rerender } = render(<Button {...props} />)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Continuar' })
  button.focus()
  rerender(<Button {...props} pending />)
  fireEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
  expect(button.textContent).toBe('Continuar')
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
})

test('a button with an href is a link', () => {
  render(<Button href="/promocoes">Ver promoções</Button>)
  expect(screen.getByRole('link', { name: 'Ver promoções' }).getAttribute('href')).toBe('/promocoes')
})
