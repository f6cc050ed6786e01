import type { Mask } from '@clube/contract/brazil/mask.ts'

/** A mask, or the mask for the text typed so far (a document that may be a CPF or a CNPJ). */
export type MaskSource = Mask | ((text: string) => Mask)

export const maskFor = (source: MaskSource, text: string): Mask =>
  typeof source === 'function' ? source(text) : source

/**
 * The raw characters of a masked text, in upper case and without separators, as stored.
 * Characters that the mask does not accept are dropped: `'529.982-x'` → `'529982'`.
 */
export function rawOf(source: MaskSource, text: string): string {
  const slots = maskFor(source, text).filter((slot) => typeof slot !== 'string')
  let raw = ''
  for (const char of text.toUpperCase()) if (slots[raw.length]?.test(char)) raw += char
  return raw
}

/** Formats stored characters with a mask, as far as they go: `'5299'` → `'529.9'`. */
export function applyMask(source: MaskSource, text: string): string {
  const raw = rawOf(source, text)
  let formatted = ''
  let separators = ''
  let next = 0
  for (const slot of maskFor(source, text)) {
    if (next >= raw.length) break
    if (typeof slot === 'string') {
      separators += slot
    } else {
      formatted += separators + raw.charAt(next++)
      separators = ''
    }
  }
  return formatted
}
