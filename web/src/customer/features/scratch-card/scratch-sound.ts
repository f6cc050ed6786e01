import { useEffect, useRef, useState } from 'react'
import { createLoop, type Loop } from '../../../kit/feedback/looping-sound.ts'
import { createStorage } from '../../../platform/storage/storage.ts'

const storage = createStorage()
const key = 'scratchSound'

type ScratchSound = {
  readonly isOn: boolean
  readonly toggle: () => void
  /** Plays while the person scratches, if the sound is on. */
  readonly setPlaying: (isPlaying: boolean) => void
}

/** The sound of scratching. Off until the person turns it on, which this device remembers. */
export function useScratchSound(): ScratchSound {
  const [isOn, setOn] = useState(() => storage.get(key) === 'on')
  const loop = useRef<Loop>(undefined)
  const isPlaying = useRef(false)
  useEffect(() => {
    if (!isOn) return
    const created = createLoop()
    loop.current = created
    return () => {
      created.stop()
      loop.current = undefined
      isPlaying.current = false
    }
  }, [isOn])
  return {
    isOn,
    toggle: () => {
      storage.set(key, isOn ? 'off' : 'on')
      setOn(!isOn)
    },
    setPlaying: (next) => {
      if (isPlaying.current === next || !loop.current) return
      isPlaying.current = next
      if (next) void loop.current.play()
      else loop.current.stop()
    },
  }
}
