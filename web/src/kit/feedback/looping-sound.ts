/** Spec §9. */
const loopVolume = 0.6
/** Made by tools/make-sound.ts. */
const loopSource = '/sounds/loop.wav'

export type Loop = {
  /** Plays from the start. @returns false when the browser requires a user gesture first */
  play: () => Promise<boolean>
  stop: () => void
}

/** The looping sound, preloaded, at volume 0.6 (spec §2). Create it when the screen opens, so that it is loaded in time. */
export function createLoop(source = loopSource): Loop {
  const audio = new Audio()
  audio.preload = 'auto'
  audio.loop = true
  audio.volume = loopVolume
  audio.src = source
  return {
    play: async () => {
      audio.currentTime = 0
      try {
        await audio.play()
        return true
      } catch {
        return false
      }
    },
    stop: () => {
      audio.pause()
      audio.currentTime = 0
    },
  }
}
