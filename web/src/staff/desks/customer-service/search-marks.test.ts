import { expect, test } from 'vitest'
import { markWords } from './search-marks.ts'

const hits = (text: string, search: string): string[] =>
  markWords(text, search).flatMap(({ text: part, isHit }) => (isHit ? [part] : []))

test('the words of a search are marked without accents and endings, and the text stays as it is', () => {
  const text = 'As promoções da loja: a Promocao terminou, “promover” não é promo.'
  expect(hits(text, 'promoção')).toEqual(['promoções', 'Promocao'])
  expect(
    markWords(text, 'promoção')
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test('short words are marked only as a whole, and a search without words marks nothing', () => {
  expect(hits('Da nota a dado e da NOTA', 'da nota')).toEqual(['Da', 'nota', 'da', 'NOTA'])
  expect(hits('Tudo', '“ ”')).toEqual([])
  expect(hits('', 'nota')).toEqual([])
})
