// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { closedToast, closeToast, currentToast } from '../../kit/toast/toast-store.ts'
import { setReporter } from '../monitoring/capture-error.ts'
import { preventOfflineNavigation, showUnexpectedError } from './show-failure.ts'

const reporter = vi.fn()
setReporter(reporter)
afterEach(() => {
  reporter.mockReset()
  closeToast()
  vi.unstubAllGlobals()
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

test.each([
  ['offline, a link to a file shows a message instead of leaving the page', false],
  ['online, a link to a file is followed', true],
])('%s', (_title, onLine) => {
  vi.stubGlobal('navigator', { onLine })
  const preventDefault = vi.fn<() => void>()
  preventOfflineNavigation({ preventDefault })
  expect(preventDefault).toHaveBeenCalledTimes(onLine ? 0 : 1)
  expect(currentToast().open).toBe(!onLine)
})
