import type { ReactNode } from 'react'
import css from './parts.module.css'

type LinkButtonProps = { onClick: () => void; title?: string; children: ReactNode }

/** A button within text that looks like a link. */
export const LinkButton = (props: LinkButtonProps) => <button type="button" className={css.link} {...props} />
