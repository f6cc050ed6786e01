import { existsSync } from 'node:fs'
import { escapeHtml } from '@clube/contract/kernel/html.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { themeCss } from '@clube/contract/club/theme.ts'
import type { Club } from '@clube/contract/club/club.ts'

/**
 * The staff's page with the club's data: an empty shell, since nothing is shown before sign-in.
 * @returns null when the staff pages are not built
 */
export const readStaffPage = async (input: {
  folder: string
  club: Club
  nonce: string
}): Promise<string | null> => {
  const file = join(input.folder, 'staff', 'staff.html')
  if (!existsSync(file)) return null
  const { club, nonce } = input
  const placeholders: Readonly<Record<string, string>> = {
    '<!--head-->': `<title>Equipe · ${escapeHtml(club.name)}</title>`,
    // Last in the head, so that the club's colors override the kit's.
    '</head>': `<style nonce="${nonce}">${themeCss(club.accent)}</style>\n  </head>`,
    __club__: JSON.stringify(club).replaceAll('<', '\\u003c'),
    __nonce__: nonce,
  }
  let page = await readFile(file, 'utf8')
  for (const [placeholder, text] of Object.entries(placeholders))
    page = page.replaceAll(placeholder, () => text)
  return page
}
