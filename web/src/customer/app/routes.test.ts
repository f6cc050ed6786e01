import { expect, test } from 'vitest'
import { routeOf, routes } from './routes.ts'

test.each([
  ['/', 'home'],
  ['/entrar', 'signIn'],
  ['/entrar?voltar=%2Fperfil', 'signIn'],
  ['/entrar/', 'signIn'],
  ['/cadastro#topo', 'registration'],
  ['/documentos/sac', 'document'],
] as const)('the path %s shows the page %s', (path, name) => {
  expect(routeOf(path)).toBe(routes[name])
})

test.each(['/nada', '/entrar/x', '/documentos', '/documentos/a/b'])('%s is not a page', (path) => {
  expect(routeOf(path)).toBeUndefined()
})
