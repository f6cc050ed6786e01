/**
 * The form in which names are searched: no accents, lower case, letters and digits parted by single spaces.
 * Apostrophes vanish (`d'Oeste` is found as `doeste`), every other sign parts words. The result is plain ASCII,
 * which databases compare byte by byte.
 */
export function searchText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}'’´\x60]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}
