import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type HostWindow, handlePictures, hasNativeApp } from './handle-pictures.ts'
import { noPictures } from './native-pictures.ts'

const jpeg = [0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]
const base64 = btoa(String.fromCharCode(...jpeg))
const host = window as Window & HostWindow
const bytesOf = async (image: Blob | null) => [...new Uint8Array(await image!.arrayBuffer())]

/** The channel that each kind of app offers to the page. */
const apps: Record<string, (postMessage: (message: string) => void) => HostWindow> = {
  Android: (postMessage) => ({ ClubeApp: { postMessage } }),
  iOS: (postMessage) => ({ webkit: { messageHandlers: { ClubeApp: { postMessage } } } }),
  'React Native': (postMessage) => ({ ReactNativeWebView: { postMessage } }),
  Flutter: (postMessage) => ({
    flutter_inappwebview: {
      callHandler: (name, message) => {
        expect(name).toBe('ClubeApp')
        postMessage(message)
        return Promise.reject(new Error('the handler returns nothing'))
      },
    },
  }),
}

let posted: { type: string; request_id: string }[]
const receive = (message: string) => void posted.push(JSON.parse(message) as (typeof posted)[number])
const respond = (detail: unknown) => host.dispatchEvent(new CustomEvent('data', { detail }))
const lastId = () => posted.at(-1)?.request_id

beforeEach(() => {
  posted = []
})
afterEach(() => {
  for (const name of ['ClubeApp', 'webkit', 'ReactNativeWebView', 'flutter_inappwebview'] as const)
    delete host[name]
})

it.each(Object.entries(apps))(
  'a request to the native app (%s) is sent once, and its response with a code and a JPEG is accepted',
  async (_, createChannel) => {
    Object.assign(host, createChannel(receive))
    expect(hasNativeApp()).toBe(true)
    const pictures = handlePictures()
    expect(posted).toEqual([
      { type: 'handle_pictures', request_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string },
    ])
    respond(JSON.stringify({ request_id: lastId(), qrcode: '1234', image: base64 }))
    const { qrcode, image } = await pictures
    expect(qrcode).toBe('1234')
    expect(image?.type).toBe('image/jpeg')
    expect(await bytesOf(image)).toEqual(jpeg)
  },
)

const brokenChannel = () => {
  throw new Error('Java bridge method invocation error')
}
it.each([
  ['no native app', false, {}],
  ['a channel that throws', true, { ClubeApp: { postMessage: brokenChannel } }],
])(
  'requesting pictures from %s resolves to no pictures and logs a console warning',
  async (_, isPresent, channels) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    Object.assign(host, channels)
    expect(hasNativeApp()).toBe(isPresent)
    expect(await handlePictures()).toEqual(noPictures)
    expect(warn.mock.calls).toEqual([['no channel available to send message']])
  },
)

it('an object with the name of an app’s channel but without its method is not used', () => {
  const flutter_inappwebview = { callHandler: 1 }
  Object.assign(host, { ClubeApp: 'x', webkit: { messageHandlers: {} }, flutter_inappwebview })
  expect(hasNativeApp()).toBe(false)
})

describe('the response of the native app', () => {
  beforeEach(() => void Object.assign(host, apps['Android']?.(receive)))
  const requestPictures = () => {
    const settled = vi.fn<(pictures: unknown) => void>()
    const pictures = handlePictures()
    void pictures.then(settled)
    return { pictures, settled }
  }

  it('only the first response of the native app is accepted', async () => {
    const pictures = handlePictures()
    respond({ image: base64, qrcode: 'first' })
    respond({ image: base64, qrcode: 'second' })
    expect((await pictures).qrcode).toBe('first')
    // No listener remains for further responses.
    respond({ image: base64, qrcode: 'third' })
    expect((await pictures).qrcode).toBe('first')
  })

  it('a native app’s response may be an object with a data URL and without a code', async () => {
    const pictures = handlePictures()
    respond({ image: `data:image/jpeg;base64,${base64}` })
    const { qrcode, image } = await pictures
    expect(qrcode).toBe(null)
    expect(await bytesOf(image)).toEqual(jpeg)
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a code without an image', { qrcode: '1234' }],
    ['an empty image', { qrcode: '1234', image: '' }],
    ['HTML', '<img src=x onerror=alert(1)>'],
    ['HTML as image', { image: '<script>alert(1)</script>' }],
    ['HTML in base64', { image: btoa('<script>alert(1)</script>') }],
    ['a PNG', { image: btoa('\x89PNG\r\n\x1a\n') }],
    ['an SVG as data URL', { image: `data:image/svg+xml;base64,${base64}` }],
    ['an image that is not base64', { image: 'ÿØÿ!!' }],
    ['a number', { image: 7 }],
    ['a list', [base64]],
    ['more than 5 MB', { image: base64.slice(0, 4) + 'A'.repeat(7_000_000) }],
    ['JSON of more than 8 MB', JSON.stringify({ image: base64, rest: 'x'.repeat(8_000_000) })],
    ['broken JSON', '{"image":'],
  ])('a native app’s response with %s yields no pictures', async (_, data) => {
    const pictures = handlePictures()
    respond(data)
    expect(await pictures).toEqual({ qrcode: null, image: null })
  })

  it('a code of more than 4,296 characters in a native app’s response is dropped', async () => {
    const pictures = handlePictures()
    respond({ image: base64, qrcode: 'x'.repeat(4_297) })
    expect(await pictures).toMatchObject({ qrcode: null })
  })

  it('a native app’s response to an earlier request is ignored', async () => {
    const { pictures, settled } = requestPictures()
    respond({ request_id: 'another', image: base64, qrcode: 'late' })
    await Promise.resolve()
    expect(settled).not.toHaveBeenCalled()
    respond({ request_id: lastId(), image: base64, qrcode: 'ours' })
    expect((await pictures).qrcode).toBe('ours')
  })

  it('a native app may respond with a message event that has no source and has the request id', async () => {
    const pictures = handlePictures()
    const data = JSON.stringify({ request_id: lastId(), image: base64, qrcode: 'ours' })
    window.dispatchEvent(new MessageEvent('message', { data }))
    expect((await pictures).qrcode).toBe('ours')
  })

  it('messages from frames or other windows, or without the request id, are not accepted as a native app’s response', async () => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    const { pictures, settled } = requestPictures()
    const data = { request_id: lastId(), image: base64, qrcode: 'theirs' }
    const messages: MessageEventInit[] = [
      { data, source: frame.contentWindow!, origin: location.origin },
      { data, source: null, origin: 'https://evil.example' },
      { data, source: null, origin: 'null' },
      { data, source: document.defaultView, origin: 'https://evil.example' },
      { data: { image: base64 } },
      { data: 'react-devtools' },
    ]
    for (const message of messages) window.dispatchEvent(new MessageEvent('message', message))
    document.body.dispatchEvent(new CustomEvent('data', { detail: data, bubbles: true }))
    await Promise.resolve()
    expect(settled).not.toHaveBeenCalled()
    respond({ ...data, qrcode: 'ours' })
    expect((await pictures).qrcode).toBe('ours')
    frame.remove()
  })

  it('a picture request resolves to no pictures after ten minutes without a response, or when aborted', async () => {
    vi.useFakeTimers()
    const { pictures, settled } = requestPictures()
    await vi.advanceTimersByTimeAsync(10 * 60_000 - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await pictures).toEqual(noPictures)

    const controller = new AbortController()
    const aborted = handlePictures({ signal: controller.signal })
    controller.abort()
    expect(await aborted).toEqual(noPictures)
    expect(vi.getTimerCount()).toBe(0)
  })
})
