import { describe, expect, it } from 'vitest'
import { digitsOf, fillPattern, isMaskComplete, maskOf } from './mask.ts'

describe('masks', () => {
  it('a mask is an array of literal characters and single-character expressions', () => {
    expect(maskOf('0-A')).toEqual([/\d/, '-', /[0-9A-Za-z]/])
  })

  it('a mask is complete only when every slot is filled', () => {
    const mask = maskOf('00-0')
    expect(isMaskComplete(mask, '12-3')).toBe(true)
    expect(isMaskComplete(mask, '12-')).toBe(false)
    expect(isMaskComplete(mask, '12 3')).toBe(false)
    expect(isMaskComplete(mask, '12-34')).toBe(false)
  })

  it('a pattern is filled until the characters run out', () => {
    expect(fillPattern('00-0', '')).toBe('')
    expect(fillPattern('00-0', '12')).toBe('12')
    expect(fillPattern('00-0', '123')).toBe('12-3')
    expect(fillPattern('00-0', '1234')).toBe('12-3')
    expect(digitsOf('(11) 9a8')).toBe('1198')
  })
})
