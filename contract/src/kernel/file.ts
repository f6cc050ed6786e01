import * as z from 'zod/mini'

/** Maximum size of one file in a multipart body, in bytes (5 MB). */
export const fileMaxBytes = 5 * 1024 * 1024

/** Maximum size of a whole multipart body, in bytes (16 MB). */
export const uploadMaxBytes = 16 * 1024 * 1024

/** The file that a browser sends: a Blob, typed without the DOM. */
export type FileToSend = {
  readonly size: number
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
}

/** A file of a multipart body: a Blob in the browser, bytes on the server. Does not check the content. */
export const fileSchema = (message: string) =>
  z.custom<Uint8Array, FileToSend>((value) => value instanceof Uint8Array && value.length > 0, message)
