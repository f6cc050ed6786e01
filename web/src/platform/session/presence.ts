/** For so long after the last key or touch somebody is at the page, in milliseconds. */
const presentMs = 60_000

const signs = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * Watches whether somebody is at the page: whoever opened it is, and then whoever touches it. A USB reader types, so a gate
 * at work counts as touched.
 * @param now milliseconds of a clock that only goes on
 */
export function watchPresence(page: EventTarget, now: () => number): () => boolean {
  let seen = now()
  for (const sign of signs)
    page.addEventListener(sign, () => (seen = now()), { capture: true, passive: true })
  return () => now() - seen < presentMs
}
