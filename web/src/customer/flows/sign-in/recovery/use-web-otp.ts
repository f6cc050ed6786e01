import { useEffect, useEffectEvent } from 'react'

/** WebOTP's addition to the credentials API, which the DOM types lack. */
type OtpOptions = { otp: { transport: ['sms'] }; signal: AbortSignal }
type OtpCredential = { code?: unknown }
type OtpContainer = { get: (options: OtpOptions) => Promise<OtpCredential | null> }

/**
 * Reads the code from the SMS if the browser supports it (WebOTP) and the person allows it; stops waiting on unmount.
 * @param onCode called with the code at most once
 */
export function useWebOtp(wanted: boolean, onCode: (code: string) => void): void {
  const handleCode = useEffectEvent(onCode)
  useEffect(() => {
    if (!wanted || !('OTPCredential' in window)) return
    const controller = new AbortController()
    const container = navigator.credentials as unknown as OtpContainer
    const wait = async () => {
      const credential = await container.get({ otp: { transport: ['sms'] }, signal: controller.signal })
      if (typeof credential?.code === 'string' && !controller.signal.aborted) handleCode(credential.code)
    }
    // Refused, aborted or timed out: the person types the code.
    wait().catch(() => {})
    return () => controller.abort()
  }, [wanted])
}
