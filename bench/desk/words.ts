/** Pseudo-words that stemming leaves as they are. The first ones are the most frequent ones of the texts. */
const wordOf = (number: number): string => {
  const syllable = (index: number) => `${'bcdfglmnpr'[index % 10]}${'aeiou'[Math.floor(index / 10) % 5]}`
  return `${syllable(number)}${syllable(Math.floor(number / 50))}${syllable(Math.floor(number / 2_500))}k`
}
const list = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => wordOf(first + index))

const vocabularySize = 20_000
const vocabulary = list(0, vocabularySize)
/** Each in about ten of a million messages. */
export const rareWords = list(20_000, 200)
/** Each in half of the messages of the oldest fifth, and in no other. */
export const oldWords = list(20_200, 4)
/** Two words in three of ten messages each, never in the same one. */
export const apartWords = list(20_204, 2)
/** The most frequent words: between three quarters and a tenth of the messages. */
export const frequentWords = vocabulary.slice(0, 20)
/** Each in about one of a hundred messages: the newest 50 with two of them are most of those with both. */
export const mediumWords = vocabulary.slice(140, 260)

export const pick = (words: readonly string[]): string =>
  words[Math.floor(Math.random() * words.length)] ?? ''

/** A text of 8 to 32 words, whose frequencies follow Zipf's law. @param age 0 for the newest message, 1 for the oldest */
export const generatedText = (age: number): string => {
  const words = Array.from(
    { length: 8 + Math.floor(Math.random() * 25) },
    () => vocabulary[Math.floor(vocabularySize ** Math.random()) - 1] ?? '',
  )
  if (Math.random() < 0.002) words.push(pick(rareWords))
  if (age > 0.8) words.push(...oldWords.filter(() => Math.random() < 0.5))
  if (Math.random() < 0.6) words.push(pick(apartWords))
  return words.join(' ')
}
