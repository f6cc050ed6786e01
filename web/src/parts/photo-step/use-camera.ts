import { useEffect, useEffectEvent, useState } from 'react'
import { openCamera, type CameraFault, type Facing } from '../../platform/camera/camera.ts'

/**
 * The camera as long as the component is there and `wanted`: opened on coming, ended on leaving.
 * @param onFault told once when there is none, or when the device takes it away
 */
export function useCamera(input: {
  facing: Facing
  wanted: boolean
  onFault: (fault: CameraFault) => void
}): MediaStream | null {
  const { facing, wanted } = input
  const [stream, setStream] = useState<MediaStream | null>(null)
  const fail = useEffectEvent(input.onFault)
  useEffect(() => {
    if (!wanted) return
    const leaving = new AbortController()
    const open = async () => {
      const opened = await openCamera({ facing, signal: leaving.signal, onEnded: () => fail('denied') })
      if (leaving.signal.aborted || !opened) return
      if (opened.ok) setStream(opened.camera.stream)
      else fail(opened.fault)
    }
    void open()
    return () => {
      leaving.abort()
      setStream(null)
    }
  }, [facing, wanted])
  return stream
}
