import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// The default of one second is too short for busy machines.
configure({ asyncUtilTimeout: 30_000 })

/** After every test with a document, undoes everything that it rendered, faked or replaced. */
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})
