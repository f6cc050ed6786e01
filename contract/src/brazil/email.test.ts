import { describe, expect, it } from 'vitest'
import {
  emailCharacters,
  emailMaxLength,
  emailSchema,
  isSameEmail,
  parseEmail,
  sameEmailMessage,
} from './email.ts'

describe('e-mail', () => {
  it('an e-mail address is lowercased while typed and when stored', () => {
    expect(emailCharacters('Ana@Exemplo.COM')).toBe('ana@exemplo.com')
    expect(parseEmail(' Ana.Melo+clube@Exemplo.com.BR ')).toEqual({
      ok: true,
      value: 'ana.melo+clube@exemplo.com.br',
    })
    expect(parseEmail("o'neil@a-b.co").ok).toBe(true)
  })

  it('a string that is not an e-mail address is rejected with Email inválido', () => {
    for (const text of [
      'ana',
      'ana@',
      '@exemplo.com',
      'ana@exemplo',
      'ana@@exemplo.com',
      'ana@exemplo..com',
      '.ana@exemplo.com',
      'ana.@exemplo.com',
      'ana melo@exemplo.com',
      'ana@-exemplo.com',
      'ana@exemplo.com\u0000',
      'ana@exemplo.com\nbcc:x@y.com',
      'ana@exemplo.1',
      `${'a'.repeat(65)}@exemplo.com`,
    ]) {
      expect(parseEmail(text)).toEqual({ ok: false, message: 'Email inválido' })
    }
    expect(parseEmail('')).toEqual({ ok: false, message: 'Este campo não pode estar vazio' })
    expect(emailSchema.safeParse('ana').error?.issues[0]?.message).toBe('Email inválido')
  })

  it('an e-mail address of more than 254 characters is rejected, although the field accepts 255', () => {
    const emailOfLength = (length: number) => {
      const prefix = `${'x'.repeat(64)}@${'a'.repeat(60)}.${'b'.repeat(60)}.`
      return `${prefix}${'c'.repeat(length - prefix.length - '.com'.length)}.com`
    }
    expect(emailMaxLength).toBe(255)
    expect(emailOfLength(254)).toHaveLength(254)
    expect(parseEmail(emailOfLength(254)).ok).toBe(true)
    expect(parseEmail(emailOfLength(255))).toEqual({ ok: false, message: 'Email inválido' })
  })

  it('e-mail addresses are compared without regard to case', () => {
    expect(isSameEmail('Ana@exemplo.com', 'ana@exemplo.com ')).toBe(true)
    expect(isSameEmail('ana@exemplo.com', 'eva@exemplo.com')).toBe(false)
    expect(sameEmailMessage).toBe('O e-mail informado deve ser diferente do atual')
  })
})
