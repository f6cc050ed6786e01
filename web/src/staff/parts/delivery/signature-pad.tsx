import { signatureScale, type Signature } from '@clube/contract/campaigns/signature.ts'
import { useId, useRef, type PointerEvent } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import css from './delivery.module.css'
import { beginStroke, continueStroke, polylineOf, type PadPoint } from './signature.ts'

type SignaturePadProps = {
  value: Signature
  onChange: (signature: Signature) => void
  error: string | undefined
}

const pointIn = (event: PointerEvent<HTMLElement>): PadPoint => {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - left, y: event.clientY - top, width, height }
}

/** A field for signing by finger, pen or mouse. */
export function SignaturePad({ value, onChange, error }: SignaturePadProps) {
  const id = useId()
  // Several pointer events may arrive before the next render.
  const latest = useRef(value)
  latest.current = value
  const draw = (next: Signature) => {
    latest.current = next
    onChange(next)
  }
  return (
    <div
      className={css.signature}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-note`}
    >
      <p id={`${id}-label`} className={css.label}>
        Assinatura de quem recebe
      </p>
      <div
        className={css.pad}
        data-error={error === undefined ? undefined : ''}
        onPointerDown={(event) => {
          // Keeps the focus on the button that delivers.
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
          draw(beginStroke(latest.current, pointIn(event)))
        }}
        onPointerMove={(event) => {
          if (event.buttons !== 0) draw(continueStroke(latest.current, pointIn(event)))
        }}
      >
        <SignatureStrokes signature={value} />
      </div>
      <div className="row spread">
        <p id={`${id}-note`} className="soft small" data-error={error === undefined ? undefined : ''}>
          {error ?? 'Com o dedo, a caneta ou o mouse. Quem não assina pode fazer um X.'}
        </p>
        {value.length > 0 && (
          <Button compact variant="quiet" onClick={() => draw([])}>
            Limpar assinatura
          </Button>
        )}
      </div>
    </div>
  )
}

/** A signature as it was drawn. */
export const SignatureView = ({ signature }: { signature: Signature }) => (
  <div className={css.pad} role="img" aria-label="Assinatura de quem recebeu">
    <SignatureStrokes signature={signature} />
  </div>
)

const SignatureStrokes = ({ signature }: { signature: Signature }) => (
  <svg viewBox={`0 0 ${signatureScale} ${signatureScale}`} preserveAspectRatio="none" aria-hidden="true">
    {signature.map((stroke, index) => (
      <polyline key={index} points={polylineOf(stroke)} />
    ))}
  </svg>
)
