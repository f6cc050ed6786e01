import { documentMask, parseDocument, type DocumentRules } from '@clube/contract/brazil/document.ts'
import type { Mask } from '@clube/contract/brazil/mask.ts'
import type { Club } from '@clube/contract/club/club.ts'
import { parsedRule } from '../../../parts/parsed-rule.ts'

/** Input settings of the document field for a club's configuration (spec §1, §6). */
export type DocumentInput = {
  rules: DocumentRules
  label: string
  mask: (text: string) => Mask
  validate: (text: string) => string | undefined
  /** `switch` if letters are allowed: the numeric keyboard first, with a key that switches to letters. */
  keyboard: 'numeric' | 'switch'
}

const labels = { cpf: 'CPF', cnpj: 'CNPJ', both: 'CPF ou CNPJ' } as const

export function documentInputOf(club: Pick<Club, 'document_types' | 'cnpj'>): DocumentInput {
  const { document_types, cnpj } = club
  const rules: DocumentRules = {
    allowed: document_types === 'both' ? ['cpf', 'cnpj'] : [document_types],
    cnpj_mode: cnpj,
  }
  const allowsLetters = document_types !== 'cpf' && cnpj === 'alphanumeric'
  return {
    rules,
    label: labels[document_types],
    mask: (text) => documentMask(text, rules),
    validate: parsedRule((text) => parseDocument(text, rules)),
    keyboard: allowsLetters ? 'switch' : 'numeric',
  }
}
