import { listMyTicketsCall } from '@clube/contract/event-tickets/calls.ts'
import { listMyWaitingEntriesCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { listMyGiftsCall } from '@clube/contract/free-gifts/calls.ts'
import { sessionInfoCall } from '@clube/contract/identity/session-calls.ts'
import { signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { currentToast } from '../../kit/toast/toast-store.ts'
import { responseLimitMs } from '../../platform/api/time-limit.ts'
import { storeWallet } from '../../platform/offline/wallet-store.ts'
import { clearAttempt } from '../../platform/credentials/silent-sign-in.ts'
import { setSession } from '../../platform/session/session-store.ts'
import { device } from '../../testing/device-record.ts'
import { crashed, failing, overloaded, refusal, unanswered, unreachable } from '../../testing/fake-server.ts'
import { samples } from '../../testing/samples.ts'
import { expectNoToast, press, server } from '../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../testing/shopper-screen.tsx'

vi.mock('../../platform/credentials/device-record.ts', () => import('../../testing/device-record.ts'))

const notice = /Estes são os ingressos guardados neste aparelho/
const storedTicket = () => screen.findByRole('img', { name: 'QR Code do ingresso de Ana Souza' })

setUpShopperScreens()
beforeEach(async () => {
  device.record = null
  clearAttempt()
  const stored = new Map<string, Response>()
  vi.stubGlobal('caches', {
    open: async () => ({
      put: async (key: string, response: Response) => stored.set(key, response),
      match: async (key: string) => stored.get(key)?.clone(),
    }),
  })
  await storeWallet('/ingressos', [samples.reservation])
  server.respond(listMyWaitingEntriesCall, [])
})

const failures = [
  ['the device is offline', unreachable],
  ['the server fails with status 500', crashed],
  ['the server is overloaded and responds with status 503', overloaded],
  ['the response is not JSON', failing({ kind: 'unrecognized', status: 200, message: null })],
] as const

describe('stored tickets', () => {
  test.each(failures)('the tickets stored on the device are shown when %s', async (_case, outcome) => {
    server.respond(listMyTicketsCall, outcome)
    await openPage('/ingressos')
    expect(await screen.findByText(notice)).toBeTruthy()
    expect(await storedTicket()).toBeTruthy()
  })

  test('stored tickets that are no longer valid are not described as valid', async () => {
    await storeWallet('/ingressos', [{ ...samples.reservation, state: 'cancelled' }])
    server.respond(listMyTicketsCall, unreachable)
    await openPage('/ingressos')
    expect(await screen.findByText(notice)).toBeTruthy()
    expect(document.body.textContent).not.toContain('valem na entrada')
  })

  test.each(failures)(
    'the stored tickets are shown when the session check fails: %s',
    async (_case, outcome) => {
      setSession({ kind: 'unknown' })
      server.respond(sessionInfoCall, outcome)
      await openPage('/ingressos')
      expect(await screen.findByText(notice)).toBeTruthy()
      expect(await storedTicket()).toBeTruthy()
      expectNoToast()
      await press('Tentar novamente')
      expect(currentToast().open).toBe(true)
      server.respond(sessionInfoCall, { level: 'customer', customer_name: 'Ana' })
      server.respond(listMyTicketsCall, [])
      await press('Tentar novamente')
      expect(await screen.findByText(/Seus ingressos aparecem aqui/)).toBeTruthy()
    },
  )

  test.each([
    ['the list of tickets', 'signedIn', listMyTicketsCall],
    ['the session check', 'unknown', sessionInfoCall],
  ] as const)('the stored tickets are shown when %s gets no response', async (_case, kind, call) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    if (kind === 'unknown') setSession({ kind })
    server.respond(call, unanswered)
    await openPage('/ingressos')
    expect(screen.queryByText(notice)).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(responseLimitMs))
    vi.useRealTimers()
    expect(await screen.findByText(notice)).toBeTruthy()
  })

  test('the stored tickets are shown when the session has ended and the silent sign-in fails', async () => {
    device.record = { id: '52998224725', password: 'segredo' }
    setSession({ kind: 'unknown' })
    server.respond(sessionInfoCall, refusal('session.required'))
    server.respond(signInWithPasswordCall, crashed)
    await openPage('/ingressos')
    expect(await screen.findByText(notice)).toBeTruthy()
  })

  test('another page links to the stored tickets when the session check fails', async () => {
    setSession({ kind: 'unknown' })
    server.respond(sessionInfoCall, crashed)
    await openPage('/perfil')
    const link = await screen.findByRole('link', { name: 'Meus ingressos' })
    expect(link.getAttribute('href')).toBe('/ingressos')
  })

  test('the stored tickets are not shown to a session that the server refuses', async () => {
    server.respond(listMyTicketsCall, refusal('session.password-required'))
    await openPage('/ingressos')
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.queryByText(notice)).toBeNull()
  })
})

describe('other pages with stored items', () => {
  const { giftVoucher, reservation } = samples
  const voucherPath = `/brindes/vale/${giftVoucher.voucher_id}`
  beforeEach(() => storeWallet('/brindes', [giftVoucher]))

  test.each(failures)(
    'a stored gift voucher shows its code without actions when %s',
    async (_case, outcome) => {
      server.respond(listMyGiftsCall, outcome)
      await openPage(voucherPath)
      expect(await screen.findByText(giftVoucher.short_code)).toBeTruthy()
      expect(screen.getByText(/Estes são os vales guardados neste aparelho/)).toBeTruthy()
      expect(screen.queryAllByRole('button')).toEqual([])
    },
  )

  test('when the session check fails, the wallet lists stored tickets and vouchers, and a voucher opens', async () => {
    setSession({ kind: 'unknown' })
    server.respond(sessionInfoCall, unreachable)
    const { unmount } = await openPage('/carteira')
    expect(await screen.findByText(/Isto é o que está guardado neste aparelho/)).toBeTruthy()
    expect(screen.getByRole('link', { name: /Panetone artesanal/ }).getAttribute('href')).toBe(voucherPath)
    expect(
      screen.getByRole('link', { name: new RegExp(reservation.session_title) }).getAttribute('href'),
    ).toBe('/ingressos')
    unmount()
    await openPage(voucherPath)
    expect(await screen.findByText(giftVoucher.short_code)).toBeTruthy()
  })
})
