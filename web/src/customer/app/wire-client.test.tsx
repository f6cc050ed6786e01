import { readPointsCall } from '@clube/contract/points/calls.ts'
import { signOutCall } from '@clube/contract/identity/sign-in-calls.ts'
import { expect, test, vi } from 'vitest'
import { samples } from '../../testing/samples.ts'
import { wireClient } from './wire-client.ts'

test('reads of a page without input for a minute are marked as unattended; after input and for actions they are not', async () => {
  const marks: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    marks.push(new Headers(headers).get('x-unattended'))
    return Response.json({ success: true, data: {} })
  })
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const { send } = wireClient(samples.club)
  const markAt = async (ms: number) => {
    now.mockReturnValue(ms)
    await send(readPointsCall, {})
    return marks.at(-1)
  }
  for (const [index, input] of ['pointerdown', 'keydown', 'wheel'].entries()) {
    const start = index * 60_000
    expect([await markAt(start), await markAt(start + 59_999)]).toEqual([null, null])
    expect(await markAt(start + 60_000)).toBe('yes')
    await send(signOutCall, { body: {} })
    expect(marks.at(-1)).toBeNull()
    window.dispatchEvent(new Event(input))
  }
  expect(await markAt(180_000)).toBeNull()
})
