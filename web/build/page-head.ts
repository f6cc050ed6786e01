import type { Plugin } from 'vite'

/** The one font of the page, asked for before the style sheet is read. */
const fontFile = /figtree-latin-wght-normal.*\.woff2$/

const entryScript = /<script type="module"[^>]*? src="([^"]+)"[^>]*><\/script>/
const modulePreload = /<link rel="modulepreload"[^>]*>\s*/g
const codeMark = '<!--code-->'

/**
 * Puts the page's code behind its looks: what is in the HTML needs only style sheet and font to be seen, and on a slow
 * line each byte of code beside them would hold it up. The preloads wait in the template `code`, and everything is
 * fetched at once when the first frame is painted; a page in the background paints nothing, so it does not wait.
 * @throws when the page has no entry or no place for its code
 */
export function codeAfterPaint(html: string): string {
  const [tag, entry] = entryScript.exec(html) ?? []
  if (tag === undefined || entry === undefined) throw new Error('The page has no entry')
  if (!html.includes(codeMark)) throw new Error(`The page has no ${codeMark}`)
  const preloads = html.match(modulePreload)?.map((preload) => preload.trim()) ?? []
  const start = `const start = () => {
        document.head.append(document.getElementById('code').content)
        import(${JSON.stringify(entry)})
      }
      document.hidden ? start() : requestAnimationFrame(() => setTimeout(start))`
  return html
    .replaceAll(modulePreload, '')
    .replace(codeMark, () => `${preloads.join('')}${codeMark}`)
    .replace(tag, () => `<script>\n      ${start}\n    </script>`)
}

/** Adds what Vite does not: the font's preload, before everything that the page loads, and a start of the code after it. */
export const pageHead = (): Plugin => ({
  name: 'page-head',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      const font = Object.keys(bundle ?? {}).find((name) => fontFile.test(name))
      if (!font)
        throw new Error('The font is not in the bundle: theme/font.css and build/page-head.ts disagree')
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true }
      return {
        html: html.includes(codeMark) ? codeAfterPaint(html) : html,
        tags: [{ tag: 'link', attrs, injectTo: 'head-prepend' }],
      }
    },
  },
})
