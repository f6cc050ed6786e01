import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../kit/button/button.tsx'
import { attempt } from '../../kit/store/attempt.ts'
import { Dialog } from '../../kit/surface/dialog.tsx'
import { useSend } from '../../platform/app/app-context.tsx'
import { paths } from '../../platform/navigation/paths.ts'
import { currentSession } from '../../platform/session/session-store.ts'
import { signOut } from '../../platform/session/sign-out.ts'
import {
  isServiceChannelPersistent,
  kioskChannel,
  saveServiceChannel,
} from '../../platform/storage/service-channel.ts'

/** Idle time after which the kiosk asks whether anyone is there. */
const idleMs = 120_000
/** Time that the person has to respond. */
const warningSeconds = 20
const activityEvents = ['pointerdown', 'keydown', 'input', 'scroll'] as const

/** Ends the session of a customer who left the kiosk, and erases their data from it. */
export function KioskIdle() {
  const send = useSend()
  const [left, setLeft] = useState<number | null>(null)
  const wasTouched = useRef(false)
  const warning = left !== null

  useEffect(() => {
    if (warning) return
    let timer: ReturnType<typeof setTimeout>
    const restart = () => {
      wasTouched.current = true
      clearTimeout(timer)
      timer = setTimeout(() => setLeft(warningSeconds), idleMs)
    }
    // An unused kiosk shows no warning.
    if (wasTouched.current || currentSession().at === 'signedIn') restart()
    for (const event of activityEvents)
      window.addEventListener(event, restart, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const event of activityEvents) window.removeEventListener(event, restart, { capture: true })
    }
  }, [warning])

  const leave = useEffectEvent(async () => {
    await signOut(send)
    clearStorages()
    // Reloading also clears the person's data from memory.
    window.location.replace(paths.signIn)
  })
  useEffect(() => {
    if (left === null) return
    if (left === 0) {
      void leave()
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])

  const stay = () => setLeft(null)
  return (
    <Dialog
      open={warning}
      onClose={stay}
      title="Você ainda está aí?"
      actions={<Button onClick={stay}>Continuar</Button>}
    >
      <p>
        Sua sessão termina em <strong className="figures">{left}</strong>{' '}
        {left === 1 ? 'segundo' : 'segundos'}.
      </p>
    </Dialog>
  )
}

/** Clears both storages but keeps kiosk mode and its expiry. */
function clearStorages() {
  const keep = isServiceChannelPersistent() ? 'persistent' : 'temporary'
  // Access to blocked storage throws; there is nothing to clear.
  attempt(() => sessionStorage.clear())
  attempt(() => localStorage.clear())
  saveServiceChannel(kioskChannel, keep)
}
