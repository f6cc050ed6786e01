import type { Club } from '@clube/contract/club/club.ts'
import { escapeHtml } from '@clube/contract/kernel/html.ts'
import { themeCss } from '@clube/contract/club/theme.ts'
import { renderToString } from 'react-dom/server'
import { titleOf } from '../../platform/navigation/use-title.ts'
import { paths } from '../../platform/navigation/paths.ts'
import { signInTitles } from '../flows/sign-in/sign-in-titles.ts'
import { App } from './app.tsx'
import { earlyReadsScript } from './page-reads.ts'
import { PageShell } from './page-shell.tsx'
import { routes } from './routes.ts'
import { wireApp } from './wire-app.ts'

declare const __SIGN_IN_CHUNKS__: readonly string[]
declare const __PAGE_CHUNKS__: Readonly<Record<string, readonly string[]>>

/**
 * The build's template, the deployment's club, this response's nonce, and the path: `/entrar`, one whose code is preloaded
 * (`pageChunks` of vite.config.ts), or `*` for all others.
 */
export type PageInput = { template: string; club: Club; path: string; nonce: string }

// The sign-in screen's code is loaded before the first request: rendering never waits.
await routes.signIn.page.preload()

/** Renders the page of a path (spec §2): `/entrar` with its first screen, all other paths as the shell. */
export function renderPage({ template, club, path, nonce }: PageInput): string {
  const prerendered = path === paths.signIn
  const html = prerendered
    ? renderToString(<App app={wireApp(club)} ssrPath={path} />)
    : renderToString(<PageShell />)
  const title = prerendered ? titleOf(signInTitles.checkAccountState, club.name) : club.name
  const preloads = (prerendered ? __SIGN_IN_CHUNKS__ : (__PAGE_CHUNKS__[path] ?? []))
    .filter((chunk) => !template.includes(chunk))
    .map((chunk) => `<link rel="modulepreload" nonce="__nonce__" href="${chunk}">`)
  const head = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(`Entre no ${club.name}: seus dados, suas promoções, seus ingressos.`)}">`,
    `<meta name="theme-color" content="${escapeHtml(club.accent)}">`,
    earlyReadsScript(path),
  ].join('\n    ')
  // Last in the head, because the club's colors must override the kit's.
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

/** Replaces each placeholder with its literal text; a placeholder missing in the template is an error. */
function replaceAll(template: string, replacements: Record<string, string>): string {
  let page = template
  for (const [placeholder, text] of Object.entries(replacements)) {
    if (!page.includes(placeholder)) throw new Error(`The page's template has no ${placeholder}`)
    page = page.replaceAll(placeholder, () => text)
  }
  return page
}

const escapeJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
