import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { polyfillDialog } from '../../testing/jsdom.ts'
import { Dialog } from './dialog.tsx'

beforeEach(polyfillDialog)

const view = (open: boolean, onClose = () => {}) => (
  <Dialog open={open} onClose={onClose} title="Sair do clube?">
    Você vai precisar da senha.
  </Dialog>
)

test('a dialog is named by its title and shows its body only while open', () => {
  const { rerender } = render(view(false))
  expect(screen.queryByText('Você vai precisar da senha.')).toBeNull()
  rerender(view(true))
  expect(screen.getByRole<HTMLDialogElement>('dialog', { name: 'Sair do clube?' }).open).toBe(true)
  rerender(view(false))
  expect(screen.queryByText('Você vai precisar da senha.')).toBeNull()
})

test('Escape, the close button and a click outside request closing a dialog; a click inside does not', () => {
  const onClose = vi.fn()
  render(view(true, onClose))
  const dialog = screen.getByRole('dialog')
  fireEvent.click(screen.getByText('Você vai precisar da senha.'))
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Fechar' }))
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  fireEvent.click(dialog)
  expect(onClose).toHaveBeenCalledTimes(3)
  expect(screen.getByRole<HTMLDialogElement>('dialog').open).toBe(true)
})
