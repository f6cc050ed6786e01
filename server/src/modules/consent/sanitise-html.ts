import createDOMPurify, { type WindowLike } from 'dompurify'
import { JSDOM } from 'jsdom'

const purify = createDOMPurify(new JSDOM('').window as unknown as WindowLike)

/** What the purifier took out; its own types are those of a browser, which are not here. */
type Removed = {
  readonly element?: { readonly nodeName: string }
  readonly attribute?: { readonly name: string } | null
}

/**
 * Text markup only: no styles, forms, pictures or scripts. The browser sanitises once more before showing.
 * @returns what is left, and the names of the elements and attributes that are not
 */
export const sanitiseHtml = (html: string): { document: string; removed: string[] } => {
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
  // Comments and the like have no name that a person would know, and the body is the parser's own.
  const isTold = (name: string): boolean => /^[a-z]/.test(name) && name !== 'body'
  return { document, removed: [...new Set(names)].filter(isTold) }
}
