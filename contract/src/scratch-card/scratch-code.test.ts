import { describe, expect, test } from 'vitest'
import {
  formatScratchCode,
  formatTypedScratchCode,
  isCompleteScratchCode,
  parseScratchCode,
  randomCharacters,
  scratchAlphabet,
  withCheckCharacter,
} from './scratch-code.ts'

const codes = ['K7QM2XPD9FHT3AC', '222222222222222', 'ZYXWVUTRQPNMKJH', '8585J6G2Z7UVWQD'].map(
  withCheckCharacter,
)
const isCode = (text: string) => parseScratchCode(text).kind === 'code'

describe('scratch codes', () => {
  test('a scratch code has more than 60 random bits and no characters that are easily confused', () => {
    expect(randomCharacters * Math.log2(scratchAlphabet.length)).toBeGreaterThan(60)
    expect(scratchAlphabet).not.toMatch(/[01OILBS]/)
    expect(new Set(scratchAlphabet).size).toBe(29)
  })

  test('a scratch code is accepted as printed, in lower case, with spaces and without hyphens', () => {
    for (const code of codes) {
      const printed = formatScratchCode(code)
      expect(printed).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/)
      for (const text of [printed, code, printed.toLowerCase(), ` ${printed.replaceAll('-', ' ')} `])
        expect(parseScratchCode(text)).toEqual({ kind: 'code', code })
    }
  })

  test('look-alike characters in a typed scratch code count as the printed ones', () => {
    const code = codes[3] ?? ''
    for (const [printed, typed] of ['8B', '5S', 'JI', 'J1', 'JL', 'QO', 'Q0'].map((pair) => [...pair]))
      expect(parseScratchCode(code.replaceAll(printed ?? '', typed ?? ''))).toEqual({ kind: 'code', code })
  })

  test('a scratch code is grouped while it is typed, and characters that no code contains are dropped', () => {
    expect(formatTypedScratchCode('k7qm')).toBe('K7QM')
    expect(formatTypedScratchCode('k7qm 2')).toBe('K7QM-2')
    expect(formatTypedScratchCode('k7qm-2xç!pd')).toBe('K7QM-2XPD')
    expect(formatTypedScratchCode('o01ilbs')).toBe('QQJJ-J85')
    expect(formatTypedScratchCode('22222222222222222222')).toBe('2222-2222-2222-2222')
    for (const code of codes) {
      expect(formatTypedScratchCode(code)).toBe(formatScratchCode(code))
      expect(isCompleteScratchCode(formatTypedScratchCode(code))).toBe(true)
      expect(isCompleteScratchCode(code.slice(1))).toBe(false)
    }
  })

  test('any single wrong character in a scratch code is detected as a typing error', () => {
    for (const code of codes)
      for (let i = 0; i < code.length; i += 1)
        for (const character of scratchAlphabet)
          expect(isCode(code.slice(0, i) + character + code.slice(i + 1))).toBe(character === code[i])
  })

  test('any swap of two different characters in a scratch code is detected as a typing error', () => {
    for (const code of codes)
      for (let a = 0; a < code.length; a += 1)
        for (let b = a + 1; b < code.length; b += 1) {
          const characters = [...code]
          characters[a] = code[b] ?? ''
          characters[b] = code[a] ?? ''
          expect(isCode(characters.join(''))).toBe(code[a] === code[b])
        }
  })

  test('text that cannot be a scratch code is classified as a typing error', () => {
    const [code = ''] = codes
    for (const text of ['', 'K7QM', `${code}2`, code.slice(1), code.replace('K', 'Ç'), '💥'.repeat(8)])
      expect(parseScratchCode(text)).toEqual({ kind: 'slip' })
  })
})
