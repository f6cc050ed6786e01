import { createStorage } from '../../../platform/storage/storage.ts'
import type { Verdict } from './verdict.ts'

/** Signals besides the result on screen. */
export type Signals = { readonly sound: boolean; readonly vibration: boolean }

const storage = createStorage('clube_equipe_')
const storageKey = 'portaria_sinais'

export function savedSignals(): Signals {
  const stored = storage.get(storageKey) as Partial<Signals> | undefined
  return { sound: stored?.sound !== false, vibration: stored?.vibration !== false }
}

export const saveSignals = (signals: Signals): void => storage.set(storageKey, signals)

/** Milliseconds of vibration and pause: one short for admitted, long ones for refused. */
const vibrations = { good: [120], warn: [120, 80, 120], bad: [350, 120, 350] } as const

/** Notes in Hz, in sequence: rising for admitted, low for refused. */
const notes = { good: [659, 988], warn: [440, 440], bad: [196, 147] } as const
const noteSeconds = { good: 0.09, warn: 0.14, bad: 0.24 } as const
const volume = 0.35

let context: AudioContext | undefined

/** Plays a sound and vibrates, as far as device and settings allow. */
export function playSignal(tone: Verdict['tone'], { sound, vibration }: Signals): void {
  // Not supported on iOS.
  if (vibration && 'vibrate' in navigator) navigator.vibrate([...vibrations[tone]])
  if (sound && typeof AudioContext !== 'undefined') play(tone)
}

function play(tone: Verdict['tone']): void {
  context ??= new AudioContext()
  // Browsers that require a user gesture stay silent until the first one.
  if (context.state === 'suspended') void context.resume().catch(() => {})
  const gain = context.createGain()
  gain.gain.value = volume
  gain.connect(context.destination)
  for (const [index, frequency] of notes[tone].entries()) {
    const oscillator = context.createOscillator()
    oscillator.type = tone === 'bad' ? 'square' : 'sine'
    oscillator.frequency.value = frequency
    oscillator.connect(gain)
    const start = context.currentTime + index * noteSeconds[tone] * 1.3
    oscillator.start(start)
    oscillator.stop(start + noteSeconds[tone])
  }
}
