import { Button } from '../../../../kit/button/button.tsx'
import { Drawing } from '../../../../kit/feedback/drawing.tsx'
import { StepActions } from '../../../../kit/page/sign-in-layout.tsx'
import type { Submitted } from '../recovery/recovery-memory.ts'
import { formatLongDateTime } from '../../../../parts/club-time.ts'
import css from './support.module.css'

/** The final screen of the sub-flow (spec §2 "information under review"): what happens next, and by when. */
export function UnderReview({ submitted, onEnd }: { submitted: Submitted | null; onEnd: () => void }) {
  return (
    <div className={css.review}>
      <Drawing name="success" />
      {submitted && (
        <p role="status">
          Recebemos o seu pedido. Respondemos até <b>{formatLongDateTime(submitted.answer_by)}</b>.
        </p>
      )}
      <h2>O que acontece agora</h2>
      <ol className={css.next}>
        <li>Nossa equipe confere as fotos e os dados com o seu cadastro.</li>
        <li>Você recebe a resposta por e-mail ou SMS, nos contatos que informou.</li>
        <li>
          Se estiver tudo certo, a resposta traz um código. Volte aqui, escolha “Esqueci minha senha” e digite
          esse código para criar uma nova senha.
        </li>
      </ol>
      {submitted && (
        <p>
          Protocolo: <b className="figures">{submitted.protocol}</b>
        </p>
      )}
      <StepActions>
        <Button onClick={onEnd}>Voltar ao início</Button>
      </StepActions>
    </div>
  )
}
