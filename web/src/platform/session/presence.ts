/** How long the user counts as present after the last input, in milliseconds. */
const presentMs = 60_000

const signs = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * Tracks whether the user is present: on opening the page and after each input. A USB reader types, so a gate
 * in use counts as present.
 * @param now milliseconds of a monotonic clock
 */
export function watchPresence(page: EventTarget, now: () => number): () => boolean {
  let seen = now()
  for (const sign of signs)
    page.addEventListener(sign, () => (seen = now()), { capture: true, passive: true })
  return () => now() - seen < presentMs
}
