import { expect, test } from 'vitest'
import { heading } from '../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../testing/shopper-screen.tsx'

setUpShopperScreens()

test('a path that no promotion serves shows the not-found page', async () => {
  await openPage('/ingressos/a/b')
  expect(heading()).toBe('Página não encontrada')
})
