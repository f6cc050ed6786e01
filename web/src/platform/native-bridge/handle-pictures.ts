import { noPictures, readResponseObject, readPictures, type NativePictures } from './native-pictures.ts'

/** Time limit for a response, in milliseconds. */
const waitMs = 10 * 60_000

/** The window with objects that an app may have injected. */
const host = () => window as Window & HostWindow

/** Whether the page runs inside an app that can take photos for it. */
export const hasNativeApp = (): boolean => findChannel(host()) !== null

/**
 * Requests pictures from the native app around the page (spec §7 `handle_pictures`) and listens once for its
 * response; docs/native-bridge.md is the protocol. Never throws: without a channel, without a response in ten minutes,
 * when aborted, and for a response without a JPEG of at most 5 MB, the result is empty.
 */
export function handlePictures({ signal }: { signal?: AbortSignal } = {}): Promise<NativePictures> {
  const channel = findChannel(host())
  if (!channel || signal?.aborted) {
    if (!channel) warnNoChannel()
    return Promise.resolve(noPictures)
  }
  const request_id = createRequestId()
  const { promise, resolve } = Promise.withResolvers<NativePictures>()
  const controller = new AbortController()
  const finish = (pictures: NativePictures) => {
    controller.abort()
    clearTimeout(timer)
    resolve(pictures)
  }
  const handleEvent = (event: Event) => {
    const response = responseOf(event, request_id)
    if (response !== undefined) finish(readPictures(response))
  }
  const timer = setTimeout(() => finish(noPictures), waitMs)
  window.addEventListener('data', handleEvent, { signal: controller.signal })
  window.addEventListener('message', handleEvent, { signal: controller.signal })
  signal?.addEventListener('abort', () => finish(noPictures), { signal: controller.signal })
  try {
    channel.post(JSON.stringify({ type: 'handle_pictures', request_id }))
  } catch {
    warnNoChannel()
    finish(noPictures)
  }
  return promise
}

/**
 * The event's response to this request; undefined for any other event. A `data` event is dispatched on the
 * window itself, which only code of this page and the app can do. A `message` event could come from any frame or
 * window, so it is accepted only without a foreign source and with the id that only the app received.
 */
function responseOf(event: Event, request_id: string): Record<string, unknown> | null | undefined {
  if (event.target !== event.currentTarget) return undefined
  if (event.type === 'data') {
    const data: unknown = event instanceof CustomEvent ? event.detail : (event as { data?: unknown }).data
    const response = readResponseObject(data)
    const responseId = response?.['request_id']
    // A late response to an earlier request.
    return responseId === undefined || responseId === request_id ? response : undefined
  }
  const message = event as MessageEvent<unknown>
  const isInjected = message.source === null && message.origin === ''
  const isFromOwnWindow = message.source === window && message.origin === window.location.origin
  if (!isInjected && !isFromOwnWindow) return undefined
  const response = readResponseObject(message.data)
  return response?.['request_id'] === request_id ? response : undefined
}

/** Not `randomUUID`, which insecure contexts lack. */
const createRequestId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

const warnNoChannel = (): void => {
  // Spec §7: only a console warning.
  // oxlint-disable-next-line no-console
  console.warn('no channel available to send message')
}

/** Channel name for apps that let us choose it (docs/native-bridge.md). */
const channelName = 'ClubeApp'

/** Objects injected by the four kinds of apps; any may be missing or of another shape. */
export type HostWindow = {
  /** Android `addJavascriptInterface`, Flutter `webview_flutter` JavaScriptChannel. */
  ClubeApp?: { postMessage?: (message: string) => void }
  /** iOS `WKScriptMessageHandler`. */
  webkit?: { messageHandlers?: { ClubeApp?: { postMessage?: (message: string) => void } } }
  /** React Native WebView. */
  ReactNativeWebView?: { postMessage?: (message: string) => void }
  /** Flutter InAppWebView. */
  flutter_inappwebview?: { callHandler?: (name: string, message: string) => unknown }
}

/** A channel to the native app around the page. */
type Channel = { readonly post: (message: string) => void }

/** The channel of the app around the page, or null in an ordinary browser. */
function findChannel(host: HostWindow): Channel | null {
  // Call methods on their objects: the Android and iOS bridges require their receiver.
  const android = host.ClubeApp
  if (typeof android?.postMessage === 'function') return { post: (message) => android.postMessage?.(message) }
  const apple = host.webkit?.messageHandlers?.ClubeApp
  if (typeof apple?.postMessage === 'function') return { post: (message) => apple.postMessage?.(message) }
  const react = host.ReactNativeWebView
  if (typeof react?.postMessage === 'function') return { post: (message) => react.postMessage?.(message) }
  const flutter = host.flutter_inappwebview
  if (typeof flutter?.callHandler === 'function')
    return {
      post: (message) => {
        // The response arrives as an event, as in every app; the handler's return value is unused.
        void Promise.resolve(flutter.callHandler?.(channelName, message)).catch(() => {})
      },
    }
  return null
}
