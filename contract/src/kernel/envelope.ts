import * as z from 'zod/mini'

/** One field error: `path` is the form field's name (spec §5). */
export const fieldErrorSchema = z.object({ path: z.string(), message: z.string() })
export type FieldError = z.infer<typeof fieldErrorSchema>

/** Converts the error of a schema to field errors. */
export const fieldErrorsOf = (error: z.core.$ZodError | undefined): FieldError[] =>
  error?.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })) ?? []

/** The failure envelope of spec §7–§8. Clients decide by `code`; `message` and `msg` are for people. */
export const failureEnvelopeSchema = z.object({
  success: z.literal(false),
  message: z.string(),
  /** The same message, from calls for which any status other than 200 is an error. */
  msg: z.optional(z.string()),
  code: z.optional(z.string()),
  errors: z.optional(z.array(fieldErrorSchema)),
  /** The present state of what a 409 did not overwrite, in the type that its call documents. */
  present: z.optional(z.unknown()),
  request_id: z.optional(z.string()),
})
export type FailureEnvelope = z.infer<typeof failureEnvelopeSchema>

/** The header with the `server_time` of a shared answer, whose body is the same for everyone and does not change with it. */
export const serverTimeHeader = 'server-time'

/**
 * The success envelope of spec §7. `server_time` is an ISO instant: the only clock for holds and countdowns. In shared
 * answers it is a header instead.
 */
export type SuccessEnvelope<Data> = {
  success: true
  data: Data
  /** Cursor of the next page; null after the last. Lists only. */
  next_cursor?: string | null
  message?: string
  server_time?: string
}

/** Schema of the success envelope around a call's data. */
export const successEnvelopeSchema = <S extends z.ZodMiniType>(data: S) =>
  z.object({
    success: z.literal(true),
    data,
    next_cursor: z.optional(z.nullable(z.string())),
    message: z.optional(z.string()),
    server_time: z.optional(z.string()),
  })
