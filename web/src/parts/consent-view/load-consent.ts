import { readConsentDocumentCall, type ConsentDocument } from '@clube/contract/consent/calls.ts'
import type { Send } from '../../platform/api/client.ts'
import { dataOf } from '../call-failed.ts'
import type { ReadableConsent } from './consent-view.tsx'

/**
 * Loads the document in force, or the given version, ready to be read. The sanitiser is loaded lazily with it.
 * @throws {CallFailed} and whatever the browser throws when code does not load
 */
export async function loadConsent(
  send: Send,
  input: { kind: string; version?: string | undefined; scope?: string | undefined; signal?: AbortSignal },
): Promise<ReadableConsent> {
  const { kind, version, scope, signal } = input
  const [document, { sanitiseHtml }] = await Promise.all([
    dataOf(send(readConsentDocumentCall, { params: { kind }, query: { version, scope }, signal })),
    import('./sanitise-html.ts'),
  ])
  const { document: html, ...facts }: ConsentDocument = document
  return { ...facts, content: sanitiseHtml(html) }
}
