import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Adds the modal dialogs that jsdom lacks; opening and closing is enough here. */
export function polyfillDialog(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
}

/** Advances the fake clock, in milliseconds, and renders the resulting updates. */
export const advanceTime = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })
