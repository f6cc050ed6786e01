import { afterEach, expect, test, vi } from 'vitest'
import { closedToast, closeToast, currentToast } from '../../kit/toast/toast-store.ts'
import { setReporter } from '../monitoring/capture-error.ts'
import { showUnexpectedError } from './show-failure.ts'

const reporter = vi.fn()
setReporter(reporter)
afterEach(() => {
  reporter.mockReset()
  closeToast()
})

test('an exception in a submission is shown and reported', () => {
  expect(currentToast()).toEqual(closedToast)
  const error = new TypeError('x is undefined')
  showUnexpectedError(error)
  expect(currentToast()).toMatchObject({
    open: true,
    message: 'Ops, houve um erro inesperado!',
    type: 'error',
  })
  expect(reporter).toHaveBeenCalledWith(error)
})

test('code that failed to load is shown as a network failure and not reported', () => {
  showUnexpectedError(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))
  expect(currentToast()).toMatchObject({
    message: 'Verifique sua conexão com a internet e tente novamente!',
    type: 'error',
  })
  expect(reporter).not.toHaveBeenCalled()
})
