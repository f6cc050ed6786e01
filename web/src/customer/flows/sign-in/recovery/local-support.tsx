import { useEffect, useRef } from 'react'
import { Button } from '../../../../kit/button/button.tsx'
import { Notice } from '../../../../kit/feedback/notice.tsx'
import { StepActions } from '../../../../kit/page/sign-in-layout.tsx'
import { useClub } from '../../../../platform/app/app-context.tsx'
import css from './recovery.module.css'

type LocalSupportProps = {
  /** Returns to the other options; undefined without any. */
  onOther: (() => void) | undefined
  onReset: () => void
}

/** Recovery at the service desk (spec §2): where it is, and what to bring. */
export function LocalSupport({ onOther, onReset }: LocalSupportProps) {
  const { text, phone } = useClub().service_desk
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div className={css.page}>
      <div ref={notice} tabIndex={-1} className={css.said}>
        <Notice>Por favor dirija-se ao balcão para recuperar a sua senha!</Notice>
      </div>
      <p>{text}</p>
      <p>Leve um documento original com foto. No balcão você recebe um código para criar uma nova senha.</p>
      {phone !== null && (
        <p>
          Telefone: <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
        </p>
      )}
      <StepActions>
        <Button onClick={onReset}>Voltar ao início</Button>
        {onOther && (
          <Button look="quiet" onClick={onOther}>
            Escolher outra opção
          </Button>
        )}
      </StepActions>
    </div>
  )
}
