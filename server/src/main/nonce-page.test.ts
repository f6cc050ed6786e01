import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { nonceBytes, noncePlaceholder, prepareNoncePage } from './nonce-page.ts'

const createNonce = () => randomBytes(nonceBytes).toString('base64')

/** A page with one script per file, as the build writes them, each after `filler`. */
const pageOf = ({ scripts, filler = '' }: { scripts: number; filler?: string }): string =>
  Array.from(
    { length: scripts },
    (_, index) =>
      `${filler}<link rel="modulepreload" nonce="${noncePlaceholder}" href="/assets/parte-${index}.js">\n`,
  ).join('')

describe('a page with a nonce in every response', () => {
  test.each([
    ['one nonce', pageOf({ scripts: 1 })],
    ['a nonce last', `Promoções ${noncePlaceholder} de verão ${noncePlaceholder}`],
    ['nonces side by side', `<p>${noncePlaceholder.repeat(3)}`],
    ['many nonces', pageOf({ scripts: 60 })],
    ['longer than the window of the compression', pageOf({ scripts: 400, filler: 'Meus ingressos · ' })],
    ['control characters of a text', `\t\n\r\n\t${pageOf({ scripts: 5, filler: '\t\t\n\n\r' })}`],
  ])('has the nonce of the response at every place, compressed or not: %s', (_, page) => {
    const prepared = prepareNoncePage(page)
    for (const nonce of [createNonce(), createNonce(), 'A'.repeat(24)]) {
      expect(prepared.html(nonce)).toBe(page.split(noncePlaceholder).join(nonce))
      expect(gunzipSync(prepared.gzip?.(nonce) ?? '').toString()).toBe(prepared.html(nonce))
    }
    expect(prepared.gzip?.(createNonce()).length).toBeLessThan(page.length + 60)
  })

  test.each([
    ['parts of the placeholder occur in its text', `<p>${noncePlaceholder} ${noncePlaceholder.slice(4)}`],
    ['it begins with the nonce, to which the compressor never refers', noncePlaceholder.repeat(2)],
  ])('a page is not compressed when %s', (_, page) => {
    expect(prepareNoncePage(page).gzip).toBeNull()
  })

  test('references are shorter than nonces', () => {
    const bytes = (scripts: number) => prepareNoncePage(pageOf({ scripts })).gzip?.(createNonce()).length ?? 0
    expect(bytes(60) - bytes(30)).toBeLessThan(30 * 12)
  })
})
