/** The code in what a camera read: the link printed on a card, or the code alone. */
export function codeOfScan(text: string): string {
  const code = URL.canParse(text) ? new URL(text).searchParams.get('codigo') : null
  return code ?? text
}
