import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

/** After every test with a document, undoes everything that it rendered, faked or replaced. */
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})
