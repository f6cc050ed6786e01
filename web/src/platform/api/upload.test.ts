// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { setUpLocalServer } from '../../testing/local-server.ts'
import { multipartOf, upload } from './request.ts'

const { local, respond } = setUpLocalServer()
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a multipart body is flattened as in spec §7, with the files last', async () => {
  const photo = new Blob(['abc'], { type: 'image/jpeg' })
  const altcha_challenge = { number: 7, salt: 'x' }
  const a = { b: { c: 1 } }
  const form = multipartOf({ name: 'Ana', previous: null, absent: undefined, a, photo, altcha_challenge })
  expect([...form.keys()]).toEqual(['name', 'previous', 'a[b][c]', 'altcha_challenge', 'photo'])
  expect(form.get('previous')).toBe('')
  expect(form.get('a[b][c]')).toBe('1')
  expect(form.get('photo')).toMatchObject({ type: 'image/jpeg', size: 3 })
  const proof = form.get('altcha_challenge')
  expect(typeof proof === 'string' && JSON.parse(atob(proof))).toEqual(altcha_challenge)
})

it('an upload reports its progress and returns the response, even with an error status', async () => {
  const fractions: number[] = []
  respond(409, { success: false, message: 'Não' })
  const sent = await upload(
    local.origin,
    { name: 'Ana' },
    { onProgress: (fraction) => fractions.push(fraction) },
  )
  expect(sent).toEqual({ status: 409, body: { success: false, message: 'Não' } })
  const [received] = local.requests
  expect(received?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(received?.headers).toMatchObject({
    accept: 'application/json',
    'x-requested-with': 'XMLHttpRequest',
  })
  expect(received?.body).toContain('name="name"\r\n\r\nAna')
  expect(fractions.at(-1)).toBe(1)
})

it('an upload distinguishes a network failure from an abort', async () => {
  expect(await upload(local.origin, {}, {})).toEqual({ kind: 'network', during: 'call' })
  const controller = new AbortController()
  const result = upload(local.origin, {}, { signal: controller.signal })
  controller.abort()
  expect(await result).toEqual({ kind: 'aborted' })
  expect(await upload(local.origin, {}, { signal: controller.signal })).toEqual({ kind: 'aborted' })
})

it('an upload without progress for 30 seconds is a network failure', async () => {
  vi.useFakeTimers()
  const created: FakeRequest[] = []
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget()
    constructor() {
      super()
      created.push(this)
    }
    open() {}
    setRequestHeader() {}
    send() {}
    abort() {
      this.dispatchEvent(new Event('abort'))
      this.dispatchEvent(new Event('loadend'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const settled = vi.fn<(sent: unknown) => void>()
  void upload('/api/photo', {}, {}).then(settled)
  await vi.advanceTimersByTimeAsync(29_999)
  created[0]?.upload.dispatchEvent(new ProgressEvent('progress'))
  await vi.advanceTimersByTimeAsync(29_999)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(settled).toHaveBeenCalledWith({ kind: 'network', during: 'call' })
})
