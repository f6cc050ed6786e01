import type { Parsed } from '@clube/contract/brazil/parsed.ts'

/** Makes a form rule from a parser of the contract: its message, or nothing if the value is valid. */
export const parsedRule =
  (parse: (text: string) => Parsed<unknown>) =>
  (text: string): string | undefined => {
    const parsed = parse(text)
    return parsed.ok ? undefined : parsed.message
  }
