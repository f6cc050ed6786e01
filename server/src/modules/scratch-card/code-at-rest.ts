import {
  randomCharacters,
  scratchAlphabet,
  withCheckCharacter,
} from '@clube/contract/scratch-card/scratch-code.ts'
import type { Random } from '../../ports/random.ts'
import type { Vault } from '../vault/index.ts'

/** A new code with its check character. */
export const createScratchCode = (random: Pick<Random, 'below'>): string =>
  withCheckCharacter(
    Array.from(
      { length: randomCharacters },
      () => scratchAlphabet[random.below(scratchAlphabet.length)] ?? '',
    ).join(''),
  )

/** The stored form of a code: a keyed fingerprint, from which it cannot be recovered. */
export const codeIndexOf = (vault: Vault, code: string): Buffer => vault.indexOf('scratch-card.code', code)

/** Bytes from here on are skipped, so that every character is equally likely. */
const byteLimit = 256 - (256 % scratchAlphabet.length)

/** The digital code of an id, which is derived wherever it is needed and stored nowhere. */
export const digitalCodeOf = (vault: Vault, id: string): string => {
  let characters = ''
  for (let block = 0; characters.length < randomCharacters; block += 1)
    for (const byte of vault.indexOf('scratch-card.digital-code', `${id} ${block}`))
      if (byte < byteLimit) characters += scratchAlphabet[byte % scratchAlphabet.length] ?? ''
  return withCheckCharacter(characters.slice(0, randomCharacters))
}
