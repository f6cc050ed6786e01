import { useEffect, useEffectEvent } from 'react'

/** What browsers with WebOTP add to the credentials; the DOM's types do not know it. */
type OtpOptions = { otp: { transport: ['sms'] }; signal: AbortSignal }
type OtpCredential = { code?: unknown }
type OtpContainer = { get: (options: OtpOptions) => Promise<OtpCredential | null> }

/**
 * Takes the code out of the SMS where the browser can (WebOTP), once the person allows it; stops waiting on leaving.
 * @param onCode told the code at most once
 */
export function useWebOtp(wanted: boolean, onCode: (code: string) => void): void {
  const take = useEffectEvent(onCode)
  useEffect(() => {
    if (!wanted || !('OTPCredential' in window)) return
    const leaving = new AbortController()
    const container = navigator.credentials as unknown as OtpContainer
    const wait = async () => {
      const credential = await container.get({ otp: { transport: ['sms'] }, signal: leaving.signal })
      if (typeof credential?.code === 'string' && !leaving.signal.aborted) take(credential.code)
    }
    // Refused, aborted or too late: the person types the code.
    wait().catch(() => {})
    return () => leaving.abort()
  }, [wanted])
}
