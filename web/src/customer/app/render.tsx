import type { Club } from '@clube/contract/club/club.ts'
import { themeCss } from '@clube/contract/club/theme.ts'
import { renderToString } from 'react-dom/server'
import { titleOf } from '../../platform/navigation/use-title.ts'
import { paths } from '../../platform/navigation/paths.ts'
import { signInTitles } from '../flows/sign-in/sign-in-titles.ts'
import { App } from './app.tsx'
import { PageShell } from './page-shell.tsx'
import { routes } from './routes.ts'
import { wireApp } from './wire-app.ts'

declare const __SIGN_IN_CHUNKS__: readonly string[]

/** A page as HTML: the template of the build, the club of this deployment, the path, and this answer's nonce. */
export type PageInput = { template: string; club: Club; path: string; nonce: string }

// Everything the sign-in screen needs is here before the first page is asked for: rendering never waits.
await routes.signIn.page.preload()

/** The page for a path (spec §2): `/entrar` with its first screen in the HTML, every other path as the shell. */
export function renderPage({ template, club, path, nonce }: PageInput): string {
  const prerendered = path === paths.signIn
  const html = prerendered
    ? renderToString(<App app={wireApp(club)} ssrPath={path} />)
    : renderToString(<PageShell />)
  const title = prerendered ? titleOf(signInTitles.checkAccountState, club.name) : club.name
  const preloads = prerendered
    ? __SIGN_IN_CHUNKS__
        .filter((chunk) => !template.includes(chunk))
        .map((chunk) => `<link rel="modulepreload" nonce="__nonce__" href="${chunk}">`)
    : []
  const head = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(`Entre no ${club.name}: seus dados, suas promoções, seus ingressos.`)}">`,
    `<meta name="theme-color" content="${escapeHtml(club.accent)}">`,
  ].join('\n    ')
  // Last in the head: the club's colours come after the kit's own.
  const style = `<style nonce="__nonce__">${themeCss(club.accent)}</style>`
  return replaceAll(template, {
    '<!--head-->': head,
    '<!--code-->': preloads.join(''),
    '</head>': `${style}\n  </head>`,
    '<div id="root"><!--app-->': prerendered
      ? `<div id="root" data-path="${escapeHtml(path)}">${html}`
      : `<div id="root">${html}`,
    __club__: escapeJson(club),
    __nonce__: nonce,
  })
}

/** Each mark replaced by its text, taken literally; the marks are the template's, so one that is missing is a fault. */
function replaceAll(template: string, marks: Record<string, string>): string {
  let page = template
  for (const [mark, text] of Object.entries(marks)) {
    if (!page.includes(mark)) throw new Error(`The page's template has no ${mark}`)
    page = page.replaceAll(mark, () => text)
  }
  return page
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)
const escapeJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
