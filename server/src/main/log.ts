import { pino, type Logger } from 'pino'
import { DatabaseUnavailable } from '../db/database-failure.ts'
import { createOutageLog, type OutageLog } from '../db/outage-log.ts'

/** Only these properties of an error are logged: drivers attach whole clients, with their keys and passwords. */
const describeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return String(error)
  const { code, constraint, table, column } = error as Error & Record<string, unknown>
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    code,
    constraint,
    table,
    column,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.map(describeError) } : {}),
  }
}

const isAboutOutage = (fields: unknown): boolean =>
  typeof fields === 'object' &&
  fields !== null &&
  'err' in fields &&
  fields.err instanceof DatabaseUnavailable

/**
 * The log of a process. Failures caused by an unavailable database are not logged: the outage log reports the outage
 * once.
 */
export const createLog = (level: string, destination?: pino.DestinationStream): Logger =>
  pino(
    {
      level,
      serializers: { err: describeError },
      hooks: {
        logMethod(args, method) {
          if (!isAboutOutage(args[0])) method.apply(this, args)
        },
      },
    },
    destination ?? pino.destination(1),
  )

export const outageLogOf = (log: Logger): OutageLog =>
  createOutageLog({
    began: ({ outage, code, message }) =>
      log.error(
        { outage, code, reason: message },
        'the database is unavailable; calls get 503 until it is back',
      ),
    ended: (outage) => log.warn(outage, 'the database is available again'),
  })
