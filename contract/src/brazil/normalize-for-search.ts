/**
 * Normalizes a name for searching: no accents, lower case, words of letters and digits, separated by single spaces.
 * Apostrophes are removed (`d'Oeste` becomes `doeste`), every other character separates words. The result is ASCII,
 * which databases can compare byte by byte.
 */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}'’´\x60]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}
