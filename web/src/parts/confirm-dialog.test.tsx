import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { confirm, expectFieldError, press, setUpScreens, type } from '../testing/screen-test.tsx'
import { show } from '../testing/shopper-screen.tsx'
import { advanceTime } from '../testing/jsdom.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

setUpScreens()
beforeEach(() => void vi.useFakeTimers())

const onConfirm = vi.fn()
const onClose = vi.fn()
beforeEach(() => vi.clearAllMocks())
const open = (typed?: string) =>
  show(
    <ConfirmDialog
      open
      onClose={onClose}
      title="Encerrar?"
      confirm="Sim, encerrar"
      onConfirm={onConfirm}
      {...(typed !== undefined && { typed })}
    >
      <p>Não volta.</p>
    </ConfirmDialog>,
  )

test('the confirming button of a dialog ignores presses for a second after the dialog opens', async () => {
  await open()
  await press('Sim, encerrar')
  await advanceTime(999)
  await press('Sim, encerrar')
  expect(onConfirm).not.toHaveBeenCalled()
  await advanceTime(1)
  await press('Sim, encerrar')
  expect(onConfirm).toHaveBeenCalledTimes(1)
})

test('a confirmation dialog stays open after the second click of a double click outside it', async () => {
  await open()
  fireEvent.click(screen.getByRole('dialog'), { detail: 2 })
  expect(onClose).not.toHaveBeenCalled()
  await press('Voltar')
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('a confirmation that must be typed accepts only the exact text', async () => {
  await open('2.0')
  await confirm('Sim, encerrar')
  expectFieldError('Para confirmar, digite 2.0', 'Digite 2.0 para confirmar')
  await type('Para confirmar, digite 2.0', '2')
  await press('Sim, encerrar')
  expect(onConfirm).not.toHaveBeenCalled()
  await type('Para confirmar, digite 2.0', '2.0')
  await press('Sim, encerrar')
  expect(onConfirm).toHaveBeenCalledTimes(1)
})
