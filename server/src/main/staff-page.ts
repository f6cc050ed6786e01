import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { themeCss } from '@clube/contract/club/theme.ts'
import type { Club } from '@clube/contract/club/club.ts'

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

/**
 * The staff's page with the club in it: a shell without content, since nothing is shown before the sign-in.
 * @returns null when the staff's side is not built
 */
export const readStaffPage = async (input: {
  folder: string
  club: Club
  nonce: string
}): Promise<string | null> => {
  const file = join(input.folder, 'staff', 'staff.html')
  if (!existsSync(file)) return null
  const { club, nonce } = input
  const marks: Readonly<Record<string, string>> = {
    '<!--head-->': `<title>Equipe · ${escapeHtml(club.name)}</title>`,
    // Last in the head: the club's colours come after the kit's own.
    '</head>': `<style nonce="${nonce}">${themeCss(club.accent)}</style>\n  </head>`,
    __club__: JSON.stringify(club).replaceAll('<', '\\u003c'),
    __nonce__: nonce,
  }
  let page = await readFile(file, 'utf8')
  for (const [mark, text] of Object.entries(marks)) page = page.replaceAll(mark, () => text)
  return page
}
