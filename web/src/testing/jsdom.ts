import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Adds modal dialogs, which jsdom lacks; opening and closing is enough here. */
export function addDialogs(): void {
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
