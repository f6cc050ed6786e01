import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { FullHeight, PageTransition } from './screen.tsx'
import { SignInLayout } from './sign-in-layout.tsx'

test('the page-transition indicator is shown during a transition and then hidden', () => {
  const { rerender } = render(<PageTransition pending />)
  expect(screen.getByRole('status').textContent).toBe('Carregando página')
  rerender(<PageTransition pending={false} />)
  expect(screen.getByRole('status').textContent).toBe('')
})

test('the page wrapper follows the visible height and resets it on unmount', () => {
  const viewport = Object.assign(new EventTarget(), { height: 512.4, scale: 1 })
  vi.stubGlobal('visualViewport', viewport)
  const height = () => document.documentElement.style.getPropertyValue('--app-height')
  const { unmount } = render(<FullHeight>oi</FullHeight>)
  act(() => void viewport.dispatchEvent(new Event('resize')))
  expect(height()).toBe('512px')
  Object.assign(viewport, { height: 200, scale: 2 })
  act(() => void viewport.dispatchEvent(new Event('resize')))
  expect(height()).toBe('512px')
  unmount()
  expect(height()).toBe('')
})

test('the first step of the sign-in layout appears without animation, and later ones slide in by direction', () => {
  const from = () => screen.getByRole('heading', { level: 1 }).parentElement!.dataset.from
  const props = { brand: 'Clube', title: 'Login', children: 'a' }
  const { rerender } = render(<SignInLayout {...props} />)
  expect(from()).toBeUndefined()
  rerender(<SignInLayout {...props} title="Bem vindo de volta!" />)
  expect(from()).toBe('forward')
  rerender(<SignInLayout {...props} direction="back" />)
  expect(from()).toBe('back')
})
