import { useEffect, useEffectEvent, useState } from 'react'
import { openCamera, type CameraError, type Facing } from '../../platform/camera/camera.ts'

/**
 * The camera while the component is mounted and `isEnabled` is true.
 * @param onError called once if there is no camera or the device revokes it
 */
export function useCamera(input: {
  facing: Facing
  isEnabled: boolean
  onError: (error: CameraError) => void
}): MediaStream | null {
  const { facing, isEnabled } = input
  const [stream, setStream] = useState<MediaStream | null>(null)
  const fail = useEffectEvent(input.onError)
  useEffect(() => {
    if (!isEnabled) return
    const controller = new AbortController()
    const open = async () => {
      const opened = await openCamera({ facing, signal: controller.signal, onEnded: () => fail('denied') })
      if (controller.signal.aborted || !opened) return
      if (opened.ok) setStream(opened.stream)
      else fail(opened.error)
    }
    void open()
    return () => {
      controller.abort()
      setStream(null)
    }
  }, [facing, isEnabled])
  return stream
}
