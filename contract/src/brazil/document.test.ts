import { describe, expect, it } from 'vitest'
import {
  detectDocumentType,
  documentIdSchema,
  documentMask,
  documentMaxLength,
  documentSchema,
  formatDocument,
  isSameDocument,
  parseDocument,
  retypedDocumentError,
} from './document.ts'
import { documentTypeSchema } from './document-type.ts'
import type { DocumentRules } from './document.ts'
import { isMaskComplete } from './mask.ts'

const both: DocumentRules = { allowed: ['cpf', 'cnpj'], cnpj_mode: 'alphanumeric' }
const onlyCpf: DocumentRules = { allowed: ['cpf'], cnpj_mode: 'alphanumeric' }
const onlyCnpj: DocumentRules = { allowed: ['cnpj'], cnpj_mode: 'numeric' }

describe('combined CPF/CNPJ', () => {
  it('more than 11 digits, or a letter, is a CNPJ; anything else is a CPF', () => {
    expect(detectDocumentType('')).toBe('cpf')
    expect(detectDocumentType('529.982.247-25')).toBe('cpf')
    expect(detectDocumentType('529.982.247-255')).toBe('cnpj')
    expect(detectDocumentType('1')).toBe('cpf')
    expect(detectDocumentType('1a')).toBe('cnpj')
  })

  it('the combined CPF/CNPJ field accepts at most 18 characters, the length of the longest mask', () => {
    expect(documentMaxLength).toBe(18)
    expect(documentMask('12.ABC', both)).toHaveLength(18)
  })

  it('the mask of the combined field depends on the typed document', () => {
    expect(isMaskComplete(documentMask('52998224725', both), '529.982.247-25')).toBe(true)
    expect(isMaskComplete(documentMask('112223330001', both), '11.222.333/0001-81')).toBe(true)
    expect(isMaskComplete(documentMask('112223330001', onlyCpf), '529.982.247-25')).toBe(true)
    expect(isMaskComplete(documentMask('1', onlyCnpj), '11.222.333/0001-81')).toBe(true)
  })

  it('parsing a document also returns its type', () => {
    expect(parseDocument('529.982.247-25', both)).toEqual({
      ok: true,
      value: { document_type: 'cpf', document_id: '52998224725' },
    })
    expect(parseDocument('11.222.333/0001-81', both)).toEqual({
      ok: true,
      value: { document_type: 'cnpj', document_id: '11222333000181' },
    })
    expect(parseDocument('12.abc.345/01de-35', both)).toEqual({
      ok: true,
      value: { document_type: 'cnpj', document_id: '12ABC34501DE35' },
    })
  })

  it('document error messages depend on the recognized type', () => {
    const messageOf = (text: string, rules: DocumentRules) => {
      const parsed = parseDocument(text, rules)
      return parsed.ok ? undefined : parsed.message
    }
    expect(messageOf('', both)).toBe('Este campo não pode estar vazio')
    expect(messageOf('', onlyCpf)).toBe('CPF não pode estar vazio')
    expect(messageOf('', onlyCnpj)).toBe('CNPJ não pode estar vazio')
    expect(messageOf(' .-/', both)).toBe('Este campo não pode estar vazio')
    expect(messageOf(' .-/', onlyCnpj)).toBe('CNPJ não pode estar vazio')
    expect(messageOf('5299822472', both)).toBe('CPF deve conter somente números e 11 dígitos!')
    expect(messageOf('52998224724', both)).toBe('CPF inválido!')
    expect(messageOf('112223330001', both)).toBe('CNPJ deve conter somente números e 14 dígitos!')
    expect(messageOf('11222333000182', both)).toBe('CNPJ inválido!')
    expect(messageOf('12ABC', both)).toBe(
      'CNPJ deve ter 14 caracteres: letras e números, terminando em 2 dígitos!',
    )
    expect(messageOf('11222333000181', onlyCpf)).toBe('CPF deve conter somente números e 11 dígitos!')
    expect(messageOf('52998224725', onlyCnpj)).toBe('CNPJ deve conter somente números e 14 dígitos!')
  })

  it('a retyped document must equal the first one, and the message for an empty one depends on the club’s document types', () => {
    const errorOf = (text: string, rules: DocumentRules) =>
      retypedDocumentError(text, { document_id: '52998224725', rules })
    expect(errorOf('', both)).toBe('Este campo não pode estar vazio')
    expect(errorOf('', onlyCpf)).toBe('CPF não pode estar vazio')
    expect(errorOf('', onlyCnpj)).toBe('CNPJ não pode estar vazio')
    expect(errorOf('11144477735', both)).toBe('O documento informado não coincide com o anterior')
    expect(errorOf('529.982.247-25', both)).toBeUndefined()
  })

  it('documents are compared by letters and digits, ignoring punctuation', () => {
    expect(isSameDocument('529.982.247-25', '52998224725')).toBe(true)
    expect(isSameDocument('12.abc.345/01de-35', '12ABC34501DE35')).toBe(true)
    expect(isSameDocument('12.ABC.345/01DE-35', '12.ABD.345/01DE-35')).toBe(false)
  })

  it('documents are formatted with punctuation', () => {
    expect(formatDocument({ document_type: 'cpf', document_id: '52998224725' })).toBe('529.982.247-25')
    expect(formatDocument({ document_type: 'cnpj', document_id: '12ABC34501DE35' })).toBe(
      '12.ABC.345/01DE-35',
    )
  })

  it('the document schemas apply the same rules as the parser', () => {
    expect(documentIdSchema(both).safeParse('529.982.247-25').data).toBe('52998224725')
    expect(documentSchema(both).safeParse('529.982.247-25').data?.document_type).toBe('cpf')
    expect(documentIdSchema(both).safeParse(7).error?.issues[0]?.message).toBe(
      'Este campo não pode estar vazio',
    )
    expect(documentTypeSchema.safeParse('rg').success).toBe(false)
  })
})
