import type { ReactNode } from 'react'
import { preventOfflineNavigation } from '../platform/api/show-failure.ts'
import css from './file-link.module.css'

/** A link that downloads a file from the server; when offline, it shows the reason instead of leaving the page. */
export const FileLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className={css.file} href={href} download onClick={preventOfflineNavigation}>
    {children}
  </a>
)
