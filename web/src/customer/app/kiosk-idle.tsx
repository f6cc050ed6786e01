import { useEffect, useRef } from 'react'
import { Button, QuietButton } from '../../kit/button/button.tsx'
import { Dialog } from '../../kit/surface/dialog.tsx'
import { useKioskEnd } from '../../parts/use-kiosk-end.ts'
import { currentSession } from '../../platform/session/session-store.ts'

/** Idle time after which the kiosk shows the idle prompt. */
const idleMs = 120_000
/** Time that the person has to respond. */
const warningSeconds = 20
const activityEvents = ['pointerdown', 'keydown', 'input', 'scroll'] as const

/** Ends the session of a customer who left the kiosk, and erases their data from it. */
export function KioskIdle() {
  const [secondsLeft, setSecondsLeft] = useKioskEnd()
  const wasTouched = useRef(false)
  const warning = secondsLeft !== null

  useEffect(() => {
    if (warning) return
    let timer: ReturnType<typeof setTimeout>
    const restart = () => {
      wasTouched.current = true
      clearTimeout(timer)
      timer = setTimeout(() => setSecondsLeft(warningSeconds), idleMs)
    }
    // An unused kiosk shows no warning.
    if (wasTouched.current || currentSession().kind === 'signedIn') restart()
    for (const event of activityEvents)
      window.addEventListener(event, restart, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const event of activityEvents) window.removeEventListener(event, restart, { capture: true })
    }
  }, [warning])

  const stay = () => setSecondsLeft(null)
  return (
    <Dialog
      open={warning}
      onClose={stay}
      title="Você ainda está aí?"
      actions={
        <>
          <Button onClick={stay}>Continuar</Button>
          <QuietButton onClick={() => setSecondsLeft(0)}>Sair</QuietButton>
        </>
      }
    >
      <p>
        {currentSession().kind === 'signedIn' ? 'Sua sessão termina' : 'O que você digitou será apagado'} em{' '}
        <strong className="figures">{secondsLeft}</strong> {secondsLeft === 1 ? 'segundo' : 'segundos'}.
      </p>
    </Dialog>
  )
}
