import { Button } from '../../../kit/button/button.tsx'
import { instantInWords } from '../../parts/instant.ts'
import css from './service-desk.module.css'

type CodeForPersonProps = { code: string; expires_at: string; onDone: () => void }

/** The code, large enough to be read across the desk, and gone with the next step. */
export function CodeForPerson({ code, expires_at, onDone }: CodeForPersonProps) {
  return (
    <section className={css.shown} aria-label="Código para a pessoa">
      <h2>Código para a pessoa digitar no site</h2>
      <p className={css.code} aria-label={[...code].join(' ')} role="status">
        {code}
      </p>
      <p>
        Em “Esqueci minha senha”, a pessoa digita o documento e depois este código. Vale uma vez, até{' '}
        {instantInWords(expires_at)}, e não aparece de novo.
      </p>
      <Button onClick={onDone}>Pronto, próxima pessoa</Button>
    </section>
  )
}
