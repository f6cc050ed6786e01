import { CopyButton } from './copy-button.tsx'
import css from './parts.module.css'

/** The recovery codes, shown once. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  return (
    <div className="stack">
      <p>
        Cada código vale uma vez e abre a sua conta se você perder o celular. Guarde-os longe do celular: eles
        não aparecem de novo.
      </p>
      <ol className={css.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <CopyButton text={codes.join('\n')} done="Códigos copiados.">
        Copiar códigos
      </CopyButton>
    </div>
  )
}
