import { useState } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../../kit/button/button.tsx'
import { trackPending } from '../../kit/overlay/pending-count.ts'
import { showFailure } from '../../platform/api/show-failure.ts'
import { useSend } from '../../platform/app/app-context.tsx'
import { paths } from '../../platform/navigation/paths.ts'
import { endKioskSession } from '../../platform/session/end-kiosk-session.ts'
import { signOut } from '../../platform/session/sign-out.ts'
import { isKiosk } from '../../platform/storage/service-channel.ts'

/** Ends the session in the browser and on the server; on a kiosk, also erases everything about the person. */
export function SignOutButton({ variant = 'quiet' }: { variant?: 'primary' | 'quiet' | 'outline' }) {
  const send = useSend()
  const [, navigate] = useLocation()
  const [pending, setPending] = useState(false)
  const leave = async () => {
    setPending(true)
    const failure = await trackPending(isKiosk() ? endKioskSession(send) : signOut(send))
    setPending(false)
    if (failure) showFailure(failure, { place: 'endpoint' })
    else navigate(paths.signIn)
  }
  return (
    <Button variant={variant} compact pending={pending} onClick={() => void leave()}>
      Sair
    </Button>
  )
}
