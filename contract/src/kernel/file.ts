import * as z from 'zod/mini'

/** Maximum size of one file in a multipart body, in bytes (5 MB). */
export const fileMaxBytes = 5 * 1024 * 1024

/** Largest photo that the server decodes, in pixels. */
export const photoMaxPixels = 25_000_000

/** Maximum size of a whole multipart body, in bytes (16 MB). */
export const uploadMaxBytes = 16 * 1024 * 1024

/** Message for a file in which the virus scanner found something. */
export const infectedFileMessage = 'O antivírus recusou este arquivo. Envie outro.'

/** A file of a form: a Blob in the browser, a received file on the server. Typed without the DOM. */
export type FormFile = {
  readonly size: number
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
}

/** A file of a multipart body. Does not check the content. */
export const fileSchema = (message: string) =>
  z.custom<FormFile>((value) => isFile(value) && value.size > 0, message)

const isFile = (value: unknown): value is FormFile =>
  typeof value === 'object' &&
  value !== null &&
  'size' in value &&
  typeof value.size === 'number' &&
  'arrayBuffer' in value &&
  typeof value.arrayBuffer === 'function'
