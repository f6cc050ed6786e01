/** HTTP statuses of refusals (spec §8). 422 is reserved for field errors, 503 for outages. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429

/**
 * How a refusal appears to the browser. The use case fills the placeholders of `message`: `{name}`,
 * `{name|singular|plural}`.
 */
export type RefusalEntry = {
  readonly status: RefusalStatus
  readonly message: string
  /** The form field that the message belongs to, if any. */
  readonly path?: string
}

export type RefusalTable = Readonly<Record<`${string}.${string}`, RefusalEntry>>

/** Values for the `{name}` placeholders of a message. */
export type RefusalValues = Readonly<Record<string, string | number>>

type PlaceholderOf<Message extends string> = Message extends `${string}{${infer Placeholder}}${infer Rest}`
  ? NameIn<Placeholder> | PlaceholderOf<Rest>
  : never
type NameIn<Placeholder extends string> = Placeholder extends `${infer Name}|${string}` ? Name : Placeholder

/** Values for the placeholders of a message; undefined when it has none. */
export type ValuesOf<Message extends string> = [PlaceholderOf<Message>] extends [never]
  ? undefined
  : Readonly<Record<PlaceholderOf<Message>, string | number>>

type CodeOf<Table extends RefusalTable> = keyof Table & `${string}.${string}`

/**
 * A rule's refusal: `{ ok: false, code }` with a code of the table, and `values` where its message has `{name}`
 * placeholders. Use cases turn it into an error.
 */
export type Refused<Table extends RefusalTable> = {
  [Code in CodeOf<Table>]: ValuesOf<Table[Code]['message']> extends infer Values extends RefusalValues
    ? { readonly ok: false; readonly code: Code; readonly values: Values }
    : { readonly ok: false; readonly code: Code; readonly values?: undefined }
}[CodeOf<Table>]
