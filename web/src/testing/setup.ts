import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

/** After every test with a document, whatever it rendered, faked or replaced is undone. */
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})
