/** Name of the channel in apps that give it one of their choice (docs/native-bridge.md). */
export const channelName = 'ClubeApp'

/** What the four kinds of apps leave on the window; any of it may be missing or something else. */
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

/** A way to the native app around the page. */
export type Channel = { readonly post: (message: string) => void }

/** The channel of the app around the page, or null in an ordinary browser. */
export function findChannel(host: HostWindow): Channel | null {
  // Methods stay on their objects: the bridges of Android and iOS refuse to be called on their own.
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
        // The answer comes as an event, as from every other app; what the handler gives back says nothing.
        void Promise.resolve(flutter.callHandler?.(channelName, message)).catch(() => {})
      },
    }
  return null
}
