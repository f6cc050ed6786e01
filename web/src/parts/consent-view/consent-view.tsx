import type { ConsentDocument } from '@clube/contract/consent/calls.ts'
import { useLayoutEffect, useRef } from 'react'
import { formatLongDay } from '../club-time.ts'
import css from './consent-view.module.css'

/** A consent document whose HTML has been sanitized. */
export type ReadableConsent = Omit<ConsentDocument, 'document'> & { readonly content: DocumentFragment }

/** A consent document (spec §2): outdated warning, date of change, version, text. */
export function ConsentView({ consent }: { consent: ReadableConsent }) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    host.current?.replaceChildren(consent.content.cloneNode(true))
  }, [consent.content])
  return (
    <article>
      {consent.state === 'inactive' && <p className={css.outdated}>ESTE DOCUMENTO ESTÁ DESATUALIZADO</p>}
      {consent.state === 'pending' && <p className="soft">Esta versão ainda não vale.</p>}
      <p className="soft small">Última alteração: {formatLongDay(consent.created_at)}</p>
      <p className="soft small">Versão do documento: {consent.version}</p>
      <div ref={host} className={css.text} />
    </article>
  )
}
