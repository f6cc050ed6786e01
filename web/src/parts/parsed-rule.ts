import type { Parsed } from '@clube/contract/brazil/parsed.ts'

/** Creates a form rule from one of the contract's parsers: returns its message, or undefined if the value is valid. */
export const parsedRule =
  (parse: (text: string) => Parsed<unknown>) =>
  (text: string): string | undefined => {
    const parsed = parse(text)
    return parsed.ok ? undefined : parsed.message
  }
