import { hasNativeApp } from '../../../../platform/native-bridge/handle-pictures.ts'

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & { userAgentData?: { mobile?: boolean } }

/** Whether this is a phone or tablet: only these are offered the recovery by photos (spec §6). */
export function isMobileDevice(device: Device = navigator): boolean {
  if (device.userAgentData?.mobile === true || hasNativeApp()) return true
  // Tablets report that they are not mobile, and an iPad that it is a Mac; no Mac has a touch screen.
  return (
    /Android|iPhone|iPad|iPod/.test(device.userAgent) ||
    (device.userAgent.includes('Macintosh') && device.maxTouchPoints > 1)
  )
}
