import purify from 'dompurify'

/** The elements of a legal text. Others lose their tag and keep their text. */
const allowedTags = [
  'h1 h2 h3 h4 p br hr ul ol li dl dt dd strong b em i u s sub sup small blockquote a',
  'table caption thead tbody tfoot tr th td section article div span',
]
  .join(' ')
  .split(' ')

type HtmlPolicy = { createHTML: (html: string) => string; createScriptURL: (url: string) => string }

/** The only Trusted Types policy of the page that may create HTML, held only by the sanitizer. */
const policyFactory = (
  globalThis as { trustedTypes?: { createPolicy: (name: string, rules: HtmlPolicy) => unknown } }
).trustedTypes
const policy = policyFactory?.createPolicy('clube-html', {
  createHTML: (html) => html,
  createScriptURL: () => {
    throw new TypeError('Documents must not load scripts')
  },
})

/**
 * Safe nodes of a document's HTML. Links open in a new tab, so that reading never loses a form; schemes other than
 * http, https, mailto and tel are removed.
 */
export function sanitizeHtml(html: string): DocumentFragment {
  const fragment = purify.sanitize(html, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: ['href', 'colspan', 'rowspan', 'scope', 'start'],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/i,
    ADD_URI_SAFE_ATTR: ['colspan', 'rowspan', 'scope', 'start'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
    ...(policy ? { TRUSTED_TYPES_POLICY: policy as never } : {}),
  })
  for (const link of fragment.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
  }
  orderHeadings(fragment)
  return fragment
}

/** Maps the author's heading levels below the page's own: the first is an h2, and no level is skipped. */
function orderHeadings(fragment: DocumentFragment): void {
  const headings = [...fragment.querySelectorAll('h1, h2, h3, h4')]
  const levels = [...new Set(headings.map(({ tagName }) => tagName))].toSorted()
  let last = 1
  for (const heading of headings) {
    last = Math.min(levels.indexOf(heading.tagName) + 2, last + 1)
    const ordered = document.createElement(`h${last}`)
    ordered.append(...heading.childNodes)
    heading.replaceWith(ordered)
  }
}
