import { CopyButton } from './copy-button.tsx'
import css from './codes.module.css'

/** The recovery codes, shown this once. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  return (
    <div className={css.codes}>
      <p>
        Cada código vale uma vez e abre a sua conta se você perder o celular. Guarde-os longe do celular: eles
        não aparecem de novo.
      </p>
      <ol className={css.list}>
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
