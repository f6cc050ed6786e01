/** What the camera saw last. */
export type Sight = { readonly text: string; readonly at: number }

/** A code that was out of sight for so long, in milliseconds, is shown anew. */
const awayMs = 2500

/** Whether what the camera sees is a new showing of a code; the same one held before it is not read again and again. */
export const isNewSight = (last: Sight | null, text: string, at: number): boolean =>
  last === null || last.text !== text || at - last.at > awayMs
