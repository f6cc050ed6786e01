import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Closing the app closes each connection as soon as none of its requests is running: at once when it is idle or has not
 * sent complete headers, otherwise after its response. The runtime alone would keep those with a running request open
 * until their keep-alive timeout.
 * @param limitMs time for running requests, for instance of a stalled upload
 */
export const drainOnClose = (app: FastifyInstance, limitMs = 25_000): void => {
  const running = new Map<Socket, Set<ServerResponse>>()
  let isDraining = false
  const closeIfIdle = (socket: Socket): void => {
    if (isDraining && running.get(socket)?.size === 0) socket.destroySoon()
  }
  app.server.on('connection', (socket) => {
    running.set(socket, new Set())
    socket.once('close', () => running.delete(socket))
    closeIfIdle(socket)
  })
  // Before the handler, which may respond in the same turn.
  app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const responses = running.get(socket)
    responses?.add(response)
    if (isDraining) response.setHeader('connection', 'close')
    response.once('close', () => {
      responses?.delete(response)
      closeIfIdle(socket)
    })
  })
  app.addHook('preClose', (done) => {
    isDraining = true
    for (const [socket, responses] of running) {
      for (const response of responses) if (!response.headersSent) response.setHeader('connection', 'close')
      closeIfIdle(socket)
    }
    setTimeout(() => app.server.closeAllConnections(), limitMs).unref()
    done()
  })
}

/**
 * Before a process closes its app because another one has taken over: stops accepting connections, and ends each open one
 * with its next response. A client that sends a request at this moment loses it only if its connection was idle for
 * the whole time. Streams stay open until the app is closed.
 * @param idleMs time for connections to send their next request
 */
export const stopAccepting = async (app: FastifyInstance, idleMs = 3_000): Promise<void> => {
  app.server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('connection', 'close')
  })
  const closed = once(app.server, 'close')
  // The method of HTTP servers would also close idle connections.
  Server.prototype.close.call(app.server)
  await Promise.race([closed, wait(idleMs)])
}
