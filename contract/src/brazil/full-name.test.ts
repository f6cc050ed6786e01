import { describe, expect, it } from 'vitest'
import { fullNameCharacters, fullNameMaxLength, fullNameSchema, parseFullName } from './full-name.ts'

describe('full name', () => {
  it('a full name may have letters, accents and spaces', () => {
    expect(parseFullName('João da Conceição')).toEqual({ ok: true, value: 'João da Conceição' })
    expect(parseFullName('  Ana   Lúcia ')).toEqual({ ok: true, value: 'Ana Lúcia' })
    expect(parseFullName('Joa\u0303o Silva')).toEqual({ ok: true, value: 'João Silva' })
  })

  it('full name error messages are those of the specification', () => {
    expect(parseFullName(' ')).toEqual({ ok: false, message: 'Nome é obrigatório' })
    expect(parseFullName('Ana')).toEqual({ ok: false, message: 'Nome deve conter pelo menos 2 palavras' })
    for (const text of ['Ana 2', 'Ana_Lúcia Melo', 'Ana\u0000 Melo', 'Ana\tMelo', "Ana D'Ávila"]) {
      expect(parseFullName(text)).toEqual({ ok: false, message: 'Nome inválido' })
    }
    expect(fullNameSchema.safeParse(undefined).error?.issues[0]?.message).toBe('Nome é obrigatório')
  })

  it('a full name has at most 150 characters', () => {
    expect(fullNameMaxLength).toBe(150)
    expect(parseFullName(`Ana ${'a'.repeat(146)}`).ok).toBe(true)
    expect(parseFullName(`Ana ${'a'.repeat(147)}`)).toEqual({ ok: false, message: 'Nome inválido' })
  })

  it('characters that are not allowed in a full name are stripped while typing', () => {
    expect(fullNameCharacters('Ana2 Lúcia!')).toBe('Ana Lúcia')
    expect(fullNameCharacters('Padaria 3 Irmãos Ltda. & Cia')).toBe('Padaria Irmãos Ltda Cia')
  })

  it.each([
    ['Ana-Maria Müller', 'Ana Maria Müller'],
    ["Zoë D'Ávila–Souza", 'Zoë D Ávila Souza'],
    ['Joana D’Arc Santʼanna', 'Joana D Arc Sant anna'],
    ['Ana - Maria', 'Ana Maria'],
    ['Ana-', 'Ana '],
  ])('hyphens, dashes and apostrophes separate names while typing: %s becomes %s', (typed, name) => {
    expect(fullNameCharacters(typed)).toBe(name)
  })
})
