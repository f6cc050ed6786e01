import { expect, test } from 'vitest'
import { routeOf, routes } from './routes.ts'

test.each([
  ['/', 'home'],
  ['/entrar', 'signIn'],
  ['/entrar?voltar=%2Fperfil', 'signIn'],
  ['/entrar/', 'signIn'],
  ['/cadastro#topo', 'registration'],
  ['/perfil', 'profile'],
  ['/privacidade', 'privacy'],
  ['/documentos/sac', 'document'],
] as const)('%s shows %s', (address, name) => {
  expect(routeOf(address)).toBe(routes[name])
})

test.each(['/nada', '/entrar/x', '/documentos', '/documentos/a/b'])('%s is no page', (address) => {
  expect(routeOf(address)).toBeUndefined()
})
