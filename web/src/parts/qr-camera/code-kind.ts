/** What a camera reads: QR codes, or the bar codes of car-park tickets. */
export type CodeKind = 'qr' | 'ticket'

/** What people call the codes. */
export const codeNames = { qr: 'QR Code', ticket: 'código' } as const satisfies Record<CodeKind, string>

/** Reading one code from a source, in the words of the page. */
export type CodeReading = {
  /** QR codes by default. */
  code?: CodeKind
  /** What the code is on, with its preposition: "da nota". */
  source: string
  /** What can be typed instead: "a chave". */
  alternative: string
  /** Called with the content of each new code; returns the error message, or nothing if it was accepted. */
  onText: (text: string) => string | undefined
}
