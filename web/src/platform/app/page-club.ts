import type { Club } from '@clube/contract/club/club.ts'

/**
 * The club's configuration embedded in the page; undefined when the server did not render the page (prerendering,
 * gallery, tests).
 */
export function readPageClub(): Club | undefined {
  const text = typeof document === 'undefined' ? undefined : document.getElementById('club')?.textContent
  return text ? (JSON.parse(text) as Club) : undefined
}
