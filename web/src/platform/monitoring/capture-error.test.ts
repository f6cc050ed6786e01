import { afterEach, expect, test, vi } from 'vitest'
import { captureError, setReporter } from './capture-error.ts'

const reporter = vi.fn()
setReporter(reporter)
afterEach(() => reporter.mockReset())

test.each([
  new TypeError('Failed to fetch'),
  new TypeError('NetworkError when attempting to fetch resource.'),
  new TypeError('Load failed'),
  new TypeError('Failed to fetch dynamically imported module: https://clube/assets/x.js'),
  new TypeError('Importing a module script failed.'),
  new Error('Unable to preload CSS for /assets/x.css'),
  new DOMException('The user aborted a request.', 'AbortError'),
])('a network error or an abort is not reported: %s', (error) => {
  captureError(error)
  expect(reporter).not.toHaveBeenCalled()
})

test('an internal error is reported', () => {
  const error = new TypeError("Cannot read properties of undefined (reading 'name')")
  captureError(error)
  expect(reporter).toHaveBeenCalledWith(error)
})
