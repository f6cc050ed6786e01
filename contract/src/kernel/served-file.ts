import type * as z from 'zod/mini'
import type { RequiredSession } from './call.ts'
import type { Permission } from './permissions.ts'
import type { RefusalTable } from './refusal-table.ts'

/** Everything both sides must agree on about a file that a link opens or downloads, without an envelope. */
export type ServedFile = {
  /** Path with `:name` placeholders. */
  readonly path: `/${string}`
  /** One Portuguese sentence for the API reference. */
  readonly summary: string
  /** Values of the placeholders in the path; anything else is not found. */
  readonly params?: z.ZodMiniType
  /** Media type, with the character set of text. */
  readonly type: string
  /** Whether the browser shows it or saves it. */
  readonly disposition: 'inline' | 'attachment'
  /** File name for saving; absent for images that are only shown. */
  readonly filename?: string
  /** Content that someone uploaded: the browser gives it no origin and runs nothing in it. */
  readonly isSandboxed?: true
  /** Codes of the capability's own refusals; kernel refusals are implied. */
  readonly refusals: RefusalTable
} & (
  | {
      /** The session level that the file requires of a customer. */
      readonly session: Exclude<RequiredSession, 'staff'>
      readonly permission?: never
    }
  | {
      /** Anyone may read it; unless it may change, browsers and proxies cache it for a year. */
      readonly session: 'public'
      readonly mayChange?: true
      readonly permission?: never
    }
  | { readonly session: 'staff'; readonly permission: Permission }
)

/** Declares a file and keeps its literal types. */
export const defineFile = <const F extends ServedFile>(file: F): F => file

/** URL of a file, with the placeholders of its path filled. */
export const filePath = (file: ServedFile, params: Readonly<Record<string, string>> = {}): string =>
  file.path.replace(/:(\w+)/g, (_placeholder, name: string) => encodeURIComponent(params[name] ?? ''))
