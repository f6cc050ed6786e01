import createDOMPurify, { type WindowLike } from 'dompurify'
import { JSDOM } from 'jsdom'

const purify = createDOMPurify(new JSDOM('').window as unknown as WindowLike)

/** Text markup only: no styles, forms, pictures or scripts. The browser sanitises once more before showing. */
export const sanitiseHtml = (html: string): string =>
  purify.sanitize(html, {
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
