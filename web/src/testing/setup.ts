import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

/** Undoes, after every test with a document, what it rendered, faked or replaced. */
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})
