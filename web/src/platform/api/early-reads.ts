import { batchCall } from '@clube/contract/kernel/batch.ts'
import { readResponse } from './read-response.ts'
import type { RawResponse } from './request.ts'

/** Responses by URL, each until it is used. */
type Parts = Map<string, RawResponse>

/** What the page's HTML requested before the code arrived. */
type EarlyReads = {
  urls: readonly string[]
  /** Null if there was none. */
  response: Promise<RawResponse | null>
  parts?: Promise<Parts | undefined>
}

/** The global object, in which the HTML leaves them. */
const page = globalThis as { clubeReads?: EarlyReads | undefined }

/** How long after the navigation the responses count as fresh, in milliseconds. */
const freshMs = 30_000

async function partsOf({ urls, response }: EarlyReads): Promise<Parts | undefined> {
  const raw = await response
  const sent = raw && readResponse(batchCall, raw)
  return sent?.ok ? new Map(sent.data.map((part, index) => [urls[index] ?? '', part])) : undefined
}

/**
 * The response to a read that the page's HTML already requested, each only once; null if it did not, or without a
 * response, which is then requested as usual.
 */
export async function takeEarlyRead(url: string): Promise<RawResponse | null> {
  const early = page.clubeReads
  if (!early?.urls.includes(url)) return null
  if (performance.now() > freshMs) return discardEarlyReads()
  early.parts ??= partsOf(early)
  const parts = await early.parts
  const part = parts?.get(url)
  parts?.delete(url)
  return part && page.clubeReads === early ? part : null
}

/** Forgets what was requested early: an action may change it, or who is signed in. */
export function discardEarlyReads(): null {
  page.clubeReads = undefined
  return null
}
