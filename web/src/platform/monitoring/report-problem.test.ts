import { afterEach, expect, test, vi } from 'vitest'
import { reportProblem, setReporter } from './report-problem.ts'

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
])('a network error is not reported as a problem: %s', (problem) => {
  reportProblem(problem)
  expect(reporter).not.toHaveBeenCalled()
})

test('an internal error is reported as a problem', () => {
  const problem = new TypeError("Cannot read properties of undefined (reading 'name')")
  reportProblem(problem)
  expect(reporter).toHaveBeenCalledWith(problem)
})
