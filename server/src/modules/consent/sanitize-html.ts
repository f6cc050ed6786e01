import createDOMPurify, { type WindowLike } from 'dompurify'
import { JSDOM } from 'jsdom'

const purify = createDOMPurify(new JSDOM('').window as unknown as WindowLike)

/** The purifier's removed items; its own types require the DOM. */
type Removed = {
  readonly element?: { readonly nodeName: string }
  readonly attribute?: { readonly name: string } | null
}

/**
 * Keeps text markup only: no styles, forms, images or scripts. The browser sanitizes again before rendering.
 * @returns the sanitized text, and the names of removed elements and attributes
 */
export const sanitizeHtml = (html: string): { document: string; removed: string[] } => {
  const document = purify.sanitize(html, {
    ALLOWED_TAGS: [
      'h2',
      'h3',
      'h4',
      'p',
      'br',
      'ul',
      'ol',
      'li',
      'strong',
      'em',
      'a',
      'table',
      'tbody',
      'tr',
      'td',
      'th',
    ],
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: /^(https:|mailto:|tel:|\/(?!\/))/i,
  })
  const names = (purify.removed as readonly Removed[]).map(
    ({ element, attribute }) => element?.nodeName.toLowerCase() ?? attribute?.name ?? '',
  )
  // Comments have no meaningful name, and the body element is added by the parser.
  const isReported = (name: string): boolean => /^[a-z]/.test(name) && name !== 'body'
  return { document, removed: [...new Set(names)].filter(isReported) }
}
