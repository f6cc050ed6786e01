import type { Parsed } from '@clube/contract/brazil/parsed.ts'

/** Makes a form's rule from a parser of the contract: its sentence, or nothing when the value is good. */
export const parsedRule =
  (parse: (text: string) => Parsed<unknown>) =>
  (text: string): string | undefined => {
    const parsed = parse(text)
    return parsed.ok ? undefined : parsed.message
  }
