import type { Readable } from 'node:stream'
import type { ServedFile } from '@clube/contract/kernel/served-file.ts'
import * as z from 'zod/mini'
import { refuseRequest } from '../kernel/refusal.ts'
import type { Binder } from './bind.ts'
import { Cookies, type RequestSession, type StaffSession } from './context.ts'
import { authorizeCaller, type Caller } from './guard.ts'
import { unstorablePaths } from './unstorable.ts'

/** Context of a file handler: the caller and the path parameters. */
export type FileContext<F extends ServedFile> = {
  readonly params: F['params'] extends z.ZodMiniType ? z.output<F['params']> : undefined
  readonly session: F extends { session: 'staff' | 'public' } ? null : RequestSession
  readonly staff: F extends { session: 'staff' } ? StaffSession : null
}

/**
 * Binds a declared file with the same guard as calls. The handler must refuse before returning a stream,
 * which can only be aborted once started.
 */
export const bindFile = <F extends ServedFile>(
  { app, guards, secureCookies }: Binder,
  file: F,
  handler: (context: FileContext<F>) => Promise<Buffer | Readable | string>,
): void => {
  app.route({
    method: 'GET',
    url: file.path,
    schema: { hide: true },
    // A HEAD request would consume a photo's single view.
    exposeHeadRoute: false,
    config: { declared: file },
    handler: async (request, reply) => {
      const cookies = new Cookies(request, reply, secureCookies)
      const caller =
        file.session === 'public' ? anonymous : await authorizeCaller(guards, file, { request, cookies })
      const params = paramsOf(file, request.params)
      const content = await handler({ ...caller, params } as FileContext<F>)
      return reply
        .type(file.type)
        .headers({
          'content-disposition': dispositionOf(file),
          'cache-control': cacheControlOf(file),
          ...(file.isSandboxed ? { 'content-security-policy': sandboxPolicy } : {}),
        })
        .send(content)
    },
  })
}

/** For content that people uploaded: an opaque origin, without scripts, forms and anything to load. */
const sandboxPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

const cacheControlOf = (file: ServedFile): string =>
  file.session === 'public' && !file.mayChange ? 'public, max-age=31536000, immutable' : 'no-store'

/** The caller of a public file, whose session is not read. */
const anonymous: Caller = { session: null, staff: null }

const paramsOf = (file: ServedFile, params: unknown): unknown => {
  if (!file.params) return undefined
  const parsed = z.safeParse(file.params, params)
  if (!parsed.success || unstorablePaths(parsed.data).length > 0) throw refuseRequest('request.not-found')
  return parsed.data
}

const dispositionOf = ({ disposition, filename }: ServedFile): string =>
  filename === undefined ? disposition : `${disposition}; filename="${filename}"`
