import { randomUUID } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import fastifySwagger from '@fastify/swagger'
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import { drainOnClose } from './draining.ts'
import { sendFailure } from './failure.ts'
import { refuseCsrf } from './csrf.ts'
import { refuseForwarded } from './loopback.ts'
import { parsePeers } from './trusted-peers.ts'
import { refuseRequest } from '../kernel/refusal.ts'

export type HttpSettings = {
  readonly log: Logger
  /** Scheme, host and port that browsers see, without a trailing slash. */
  readonly baseUrl: string
  /** IPs and networks of proxies whose X-Forwarded-For is trusted; false for none. */
  readonly trustProxy: string | false
  /** Demo mode: only reachable from this machine. */
  readonly isLocalOnly?: boolean
  readonly timeouts?: Timeouts
}

/** Time limits for receiving a request, in milliseconds. */
export type Timeouts = {
  readonly headers_ms: number
  /** For a body without files, at most 64 kB. */
  readonly body_ms: number
  /** For the whole request; longer than an upload may take, since uploads have separate limits. */
  readonly request_ms: number
  /** Interval at which connections are checked. */
  readonly check_ms: number
}

const defaultTimeouts: Timeouts = {
  headers_ms: 20_000,
  body_ms: 20_000,
  request_ms: 200_000,
  check_ms: 5_000,
}

/** The HTTP server without routes: request ids, cookies, CSRF check, headers, failures, OpenAPI. */
export const createApp = async (settings: HttpSettings): Promise<FastifyInstance> => {
  const { page, api } = headersOf(settings.baseUrl)
  /** Sends a failure in the format of a call's response, on every route. */
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendFailure(error, request, reply.headers(api).header('x-request-id', request.id))
  const timeouts = settings.timeouts ?? defaultTimeouts
  const isProxy = (settings.trustProxy !== false && parsePeers(settings.trustProxy)) || (() => false)
  const isHttps = settings.baseUrl.startsWith('https:')
  const app = Fastify({
    requestTimeout: timeouts.request_ms,
    // Requests on open connections are served until those connections close.
    return503OnClosing: false,
    http: { headersTimeout: timeouts.headers_ms, connectionsCheckingInterval: timeouts.check_ms },
    loggerInstance: settings.log,
    trustProxy: isProxy,
    genReqId: () => randomUUID(),
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 200 },
    // A URL that cannot be decoded matches no route, so no hook runs.
    frameworkErrors: (error, request, reply) => void fail(error, request, reply),
    logController: new LogController({ disableRequestLogging: true }),
  }) as unknown as FastifyInstance
  drainOnClose(app)
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  await app.register(fastifyCookie)
  await app.register(fastifySwagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Clube', version: '1' } },
    transform: jsonSchemaTransform,
  })
  // A single synchronous hook, since every request runs through it.
  app.addHook('onRequest', (request, reply, done) => {
    const { config } = request.routeOptions
    void reply.headers(isApiRoute(request.routeOptions) ? api : page).header('x-request-id', request.id)
    try {
      if (settings.isLocalOnly && config.allowsPlainHttp !== true) refuseForwarded(request)
      if (isHttps && config.allowsPlainHttp !== true) refusePlainHttp(request, isProxy)
      if (config.isBeacon !== true && config.isWebhook !== true) refuseCsrf(request, settings.baseUrl)
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const hasFiles = request.routeOptions.config.declared?.multipart !== undefined
    if (request.method === 'POST' && !hasFiles) endStalledBody(request.raw, timeouts.body_ms)
    done()
  })
  if (settings.log.isLevelEnabled('info'))
    app.addHook('onResponse', (request, reply, done) => {
      const { url } = request.routeOptions
      request.log.info({
        method: request.method,
        route: url,
        status: reply.statusCode,
        ms: reply.elapsedTime,
      })
      done()
    })
  app.setErrorHandler(fail)
  app.setNotFoundHandler((request, reply) => fail(refuseRequest('request.not-found'), request, reply))
  return app
}

/** Decided by the matched route: encoded and absolute-form URLs differ as strings but match the same route. */
const isApiRoute = ({ url, config }: FastifyRequest['routeOptions']): boolean =>
  url === undefined || url.startsWith('/api/') || config.declared !== undefined

/** Closes the connection of a request whose body does not arrive in time. */
const endStalledBody = (raw: FastifyRequest['raw'], ms: number): void => {
  const timer = setTimeout(() => raw.destroy(), ms)
  const clear = (): void => clearTimeout(timer)
  raw.once('end', clear).once('close', clear)
}

/**
 * A server with an https base URL accepts plain HTTP only from its proxies, and only if the client's connection used https.
 * @throws {Refusal} request.insecure
 */
const refusePlainHttp = ({ headers, socket }: FastifyRequest, isProxy: (ip: string) => boolean): void => {
  const arrivedOverHttp =
    headers['x-forwarded-proto'] !== undefined && headers['x-forwarded-proto'] !== 'https'
  if (arrivedOverHttp || !isProxy(socket.remoteAddress ?? '')) throw refuseRequest('request.insecure')
}

type Headers = Readonly<Record<string, string>>

/** Headers of every response. Pages have their own content security policy; call responses allow nothing. */
const headersOf = (baseUrl: string): { page: Headers; api: Headers } => {
  const page = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), otp-credentials=(self), microphone=(), geolocation=()',
    'x-frame-options': 'DENY',
    ...(baseUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
      : {}),
  }
  const api = {
    ...page,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  }
  return { page, api }
}
