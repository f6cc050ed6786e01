import { readPointsCall } from '@clube/contract/points/calls.ts'
import { signOutCall } from '@clube/contract/identity/sign-in-calls.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { samples } from '../../testing/samples.ts'
import { wireClient } from './wire-client.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('reads of a page without input for a minute are marked as unattended; after input and for actions they are not', async () => {
  const marks: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    marks.push(new Headers(headers).get('x-unattended'))
    return Response.json({ success: true, data: {} })
  })
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const { send } = wireClient(samples.club)
  const poll = () => send(readPointsCall, {})
  await poll()
  now.mockReturnValue(59_999)
  await poll()
  now.mockReturnValue(60_000)
  await poll()
  await send(signOutCall, { body: {} })
  window.dispatchEvent(new Event('pointerdown'))
  await poll()
  expect(marks).toEqual([null, null, 'yes', null, null])
})
