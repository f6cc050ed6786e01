import { signOutCall } from '@clube/contract/identity/session-calls.ts'
import { presenceCookie } from '@clube/contract/kernel/presence-cookie.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setSession } from '../../platform/session/session-store.ts'
import { kioskChannel, saveServiceChannel } from '../../platform/storage/service-channel.ts'
import { unreachable } from '../../testing/fake-server.ts'
import { expectToast, linkTo, press, server } from '../../testing/screen-test.tsx'
import { setUpShopperScreens, show } from '../../testing/shopper-screen.tsx'
import { KioskBar, KioskHints } from './kiosk-bar.tsx'

const replace = vi.fn()

setUpShopperScreens()
beforeEach(() => {
  vi.stubGlobal('location', { replace })
  saveServiceChannel(kioskChannel, 'temporary')
})
const leaveButton = () => screen.queryByRole('button', { name: 'Sair' })

test('the kiosk bar links to the home page, and ending the session there erases the person’s data', async () => {
  server.respond(signOutCall, {})
  sessionStorage.setItem('clube_registration', '{}')
  await show(<KioskBar />, '/notas')
  expect(linkTo('Clube Ipê: início')).toBe('/')
  await press('Sair')
  expect(server.requests.map(({ path }) => path)).toEqual(['/api/auth/shd/external/signout'])
  expect({ ...sessionStorage }).toEqual({ webapp_service_channel: 'totem' })
  expect(replace).toHaveBeenCalledWith('/entrar')
})

test('a kiosk that cannot end the session shows the failure and keeps the page', async () => {
  server.respond(signOutCall, unreachable)
  await show(<KioskBar />, '/notas')
  await press('Sair')
  expectToast('Ops, aconteceu algo com sua conexão de internet, tente novamente por favor!')
  expect(replace).not.toHaveBeenCalled()
})

test.each([
  ['/entrar', true],
  ['/cadastro', true],
  ['/promocoes', false],
])(
  'before sign-in, the kiosk bar is shown only on pages where a document is entered: %s',
  async (path, isShown) => {
    setSession({ kind: 'signedOut' })
    await show(<KioskBar />, path)
    expect(leaveButton() !== null).toBe(isShown)
    expect(screen.queryByRole('link')).toBeNull()
  },
)

test('after a reload the kiosk bar is shown on public pages if a customer may be signed in', async () => {
  setSession({ kind: 'unknown' })
  document.cookie = `${presenceCookie}=1`
  await show(<KioskBar />, '/promocoes')
  expect(leaveButton()).toBeTruthy()
  document.cookie = `${presenceCookie}=; max-age=0`
})

test('until sign-in, a kiosk shows what it can be used for and where the service desk is', async () => {
  setSession({ kind: 'signedOut' })
  const { unmount } = await show(<KioskHints />, '/entrar')
  expect(screen.getByRole('heading', { name: 'Neste totem você pode' })).toBeTruthy()
  expect(screen.getByText(/Precisa de ajuda\? Piso térreo/)).toBeTruthy()
  unmount()
  setSession({ kind: 'signedIn', level: 'customer', customer_name: 'Ana' })
  await show(<KioskHints />, '/entrar')
  expect(screen.queryByRole('heading')).toBeNull()
})
