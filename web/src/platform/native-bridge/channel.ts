/** Channel name for apps that let us choose it (docs/native-bridge.md). */
export const channelName = 'ClubeApp'

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
export type Channel = { readonly post: (message: string) => void }

/** The channel of the app around the page, or null in an ordinary browser. */
export function findChannel(host: HostWindow): Channel | null {
  // Call methods on their objects: the Android and iOS bridges require their receiver.
  const named = host.ClubeApp
  if (typeof named?.postMessage === 'function') return { post: (message) => named.postMessage?.(message) }
  const apple = host.webkit?.messageHandlers?.ClubeApp
  if (typeof apple?.postMessage === 'function') return { post: (message) => apple.postMessage?.(message) }
  const react = host.ReactNativeWebView
  if (typeof react?.postMessage === 'function') return { post: (message) => react.postMessage?.(message) }
  const flutter = host.flutter_inappwebview
  if (typeof flutter?.callHandler === 'function')
    return {
      post: (message) => {
        // The answer comes as an event, as in every app; the handler's return value is unused.
        void Promise.resolve(flutter.callHandler?.(channelName, message)).catch(() => {})
      },
    }
  return null
}
