import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A local provider of the enterprise captcha, for both the browser and the server. */
export type CaptchaProvider = {
  /** Base URL without a trailing slash. */
  url: string
  /** Length of the issued tokens. */
  tokenLength: number
  /** Whether its script is blocked. */
  isBlocked: boolean
  /** Number of tokens requested by browsers. */
  tokensRequested: number
  /** Tokens that the server sent for assessment. */
  assessed: string[]
  stop: () => Promise<void>
}

/** Loads the second script through its own Trusted Types policy, like the real provider. */
const loaderScript = `(() => {
  const base = document.currentScript.src.replace(/enterprise[.]js.*/, '')
  const callbacks = []
  window.grecaptcha = { enterprise: { callbacks, ready: (callback) => callbacks.push(callback) } }
  const script = document.createElement('script')
  script.src = trustedTypes.createPolicy('goog#html', { createScriptURL: (url) => url }).createScriptURL(base + 'main.js')
  document.head.append(script)
})()`

/** Ready once its frame has loaded; each token is requested from the provider. */
const mainScript = `(() => {
  const base = document.currentScript.src.replace('main.js', '')
  const { enterprise } = window.grecaptcha
  enterprise.execute = (key, { action }) =>
    fetch(base + 'reload?' + new URLSearchParams({ key, action }), { method: 'POST' }).then((response) => response.text())
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.title = 'captcha'
  frame.addEventListener('load', () => enterprise.callbacks.forEach((callback) => callback()))
  frame.src = base + 'anchor'
  document.body.append(frame)
})()`

/** Starts a provider whose page script requires the same content security policy as the real one. */
export async function startCaptchaProvider(): Promise<CaptchaProvider> {
  const actionOf = new Map<string, string | null>()

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://provider')
    switch (pathname) {
      case '/recaptcha/enterprise.js':
        if (provider.isBlocked) return request.socket.destroy()
        return response.setHeader('content-type', 'text/javascript').end(loaderScript)
      case '/recaptcha/main.js':
        return response.setHeader('content-type', 'text/javascript').end(mainScript)
      case '/recaptcha/anchor':
        return response.setHeader('content-type', 'text/html').end('<!doctype html><title>captcha</title>')
      case '/recaptcha/reload': {
        provider.tokensRequested += 1
        const token = `${provider.tokensRequested}-`.padEnd(provider.tokenLength, 'x')
        actionOf.set(token, searchParams.get('action'))
        return response.setHeader('access-control-allow-origin', '*').end(token)
      }
      case '/v1/projects/clube/assessments': {
        const { event } = JSON.parse(await textOf(request)) as { event: { token: string } }
        const action = actionOf.get(event.token)
        if (action !== undefined) provider.assessed.push(event.token)
        const tokenProperties = { valid: action !== undefined, action, hostname: '127.0.0.1' }
        return response.end(JSON.stringify({ tokenProperties, riskAnalysis: { score: 0.9 } }))
      }
      default:
        return response.writeHead(404).end()
    }
  }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const provider: CaptchaProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokenLength: 300,
    isBlocked: false,
    tokensRequested: 0,
    assessed: [],
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return provider
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}
