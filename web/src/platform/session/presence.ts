/** How long the user counts as present after the last input, in milliseconds. */
const presentMs = 60_000

const inputEvents = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * Tracks whether the user is present: on opening the page and after each input. A USB scanner acts as a
 * keyboard, so a gate in use counts as present.
 * @param now milliseconds of a monotonic clock
 */
export function watchPresence(page: EventTarget, now: () => number): () => boolean {
  let lastInput = now()
  for (const event of inputEvents)
    page.addEventListener(event, () => (lastInput = now()), { capture: true, passive: true })
  return () => now() - lastInput < presentMs
}
