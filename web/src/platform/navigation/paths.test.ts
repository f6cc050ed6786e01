import { expect, test } from 'vitest'
import { paths, returnPathOf, signInPathFor } from './paths.ts'

test('sign-in returns to the requested page', () => {
  expect(signInPathFor(paths.home)).toBe('/entrar')
  expect(signInPathFor('/documentos/sac')).toBe('/entrar?voltar=%2Fdocumentos%2Fsac')
  expect(returnPathOf('?voltar=%2Fdocumentos%2Fsac')).toBe('/documentos/sac')
})

test.each([
  '',
  '?voltar=',
  '?voltar=//mal.exemplo',
  '?voltar=/%5Cmal.exemplo',
  '?voltar=https:mal',
  '?voltar=/entrar',
  '?voltar=javascript:1',
])('after sign-in with the query "%s" the home page opens', (search) => {
  expect(returnPathOf(search)).toBe('/')
})
