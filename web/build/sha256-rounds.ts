/**
 * One round of SHA-256 in AssemblyScript. Rounds are unrolled so that no values are copied: instead, the names of the
 * state variables rotate and return to their positions after eight rounds.
 * @param constant index of the round constant, as an expression
 */
const round = (number: number, constant: string): string[] => {
  const role = (name: string): string => 'abcdefgh'.charAt((name.charCodeAt(0) - 97 - number) & 7)
  const word = (offset: number): string => `w${(number + offset) % 16}`
  const [a, b, c, d, e, f, g, h] = [...'abcdefgh'].map(role)
  return [
    ...(number < 16 ? [] : [`${word(0)} = next(${word(0)}, ${word(1)}, ${word(9)}, ${word(14)})`]),
    `${h} = temp1(${e}, ${f}, ${g}, ${h}, ${word(0)}, ${constant})`,
    `${d} = add(${d}, ${h})`,
    // The new `a` of the last four rounds does not affect the digest's last word.
    ...(number > 56 ? [] : [`${h} = add(${h}, temp2(${a}, ${b}, ${c}))`]),
  ]
}

const rounds = (from: number, to: number, lines: (number: number) => string[]): string =>
  Array.from({ length: to - from + 1 }, (_, index) => lines(from + index).join('\n')).join('\n')

/** The comments of `search.ts` and the unrolled rounds that replace them. */
const unrolled: Readonly<Record<string, string>> = {
  '// rounds 0-15, each a case': rounds(0, 15, (number) => [
    `case ${number}:`,
    ...round(number, `${number}`),
  ]),
  '// rounds 0-15 after `round`': rounds(16, 31, (number) => round(number, `round + ${number - 16}`)),
  '// rounds 48-60': rounds(48, 60, (number) => round(number, `${number}`)),
}

/** Replaces the placeholder comments of a source with the unrolled rounds. */
export const unrollRounds = (source: string): string =>
  Object.entries(unrolled).reduce((text, [comment, code]) => text.replace(comment, () => code), source)
