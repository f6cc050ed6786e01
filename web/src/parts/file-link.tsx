import type { ReactNode } from 'react'
import { preventOfflineNavigation } from '../platform/api/show-failure.ts'
import css from './file-link.module.css'

type FileLinkProps = {
  href: string
  /** The file's name, unless the response names it. */
  name?: string
  children: ReactNode
}

/** A link that downloads a file from the server; when offline, it shows the reason instead of leaving the page. */
export const FileLink = ({ href, name, children }: FileLinkProps) => (
  <a className={css.file} href={href} download={name ?? true} onClick={preventOfflineNavigation}>
    {children}
  </a>
)
