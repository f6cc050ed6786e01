import { expect, test } from 'vitest'
import { createVault } from '../vault/index.ts'
import { ratingLinkOf, readRatingToken } from './rating-link.ts'

const vault = createVault(Buffer.alloc(32, 'k'))
const purchase_id = '01990000-0000-7000-8000-000000000001'
const expires_at = new Date('2026-12-20T15:00:00Z')
const link = ratingLinkOf(vault, { purchase_id, expires_at })
const token = link.split('#')[1] ?? ''

test('a link names its purchase in the path and carries its signature in the fragment only', () => {
  expect(link).toMatch(new RegExp(`^/avaliar/${purchase_id}/convite#[0-9a-z]+\\.[\\w-]{43}$`))
  expect(readRatingToken(vault, { purchase_id, token })).toEqual(expires_at)
})

test('a token is not valid for another purchase, another deadline, another key or with any character changed', () => {
  const later = (expires_at.getTime() + 1).toString(36)
  const [, signature = ''] = token.split('.')
  expect(readRatingToken(vault, { purchase_id: '01990000-0000-7000-8000-000000000002', token })).toBeNull()
  expect(readRatingToken(vault, { purchase_id, token: `${later}.${signature}` })).toBeNull()
  expect(readRatingToken(createVault(Buffer.alloc(32, 'o')), { purchase_id, token })).toBeNull()
  for (let i = 0; i < token.length - 1; i += 1) {
    const changed = `${token.slice(0, i)}${token[i] === 'a' ? 'b' : 'a'}${token.slice(i + 1)}`
    expect([changed, readRatingToken(vault, { purchase_id, token: changed })]).toEqual([changed, null])
  }
})

test.each([
  '',
  '.',
  'x',
  `${'z'.repeat(11)}.${'A'.repeat(43)}`,
  `é.${'A'.repeat(43)}`,
  token.slice(0, -1),
  `${token}A`,
])('a malformed token is not valid: %j', (malformed) => {
  expect(readRatingToken(vault, { purchase_id, token: malformed })).toBeNull()
})
