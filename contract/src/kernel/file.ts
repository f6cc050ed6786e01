import * as z from 'zod/mini'

/** Most bytes of one file in a multipart body (5 MB). */
export const fileMaxBytes = 5 * 1024 * 1024

/** Most bytes of a whole multipart body: all files together with the fields around them (16 MB). */
export const uploadMaxBytes = 16 * 1024 * 1024

/** What a browser sends as a file: a Blob, described without the DOM. */
export type FileToSend = {
  readonly size: number
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
}

/** A file of a multipart body: a Blob where it is sent, its bytes where it arrives. Says nothing about its content. */
export const fileSchema = (message: string) =>
  z.custom<Uint8Array, FileToSend>((value) => value instanceof Uint8Array && value.length > 0, message)
