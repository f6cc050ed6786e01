/**
 * Renders the looping sound to web/public/sounds/loop.wav: `node tools/make-sound.ts`. A few soft marimba notes over a
 * warm fifth, 2.4 seconds; the decay wraps around to the start, so that the loop is seamless.
 * 16 bit, mono, 11,025 Hz: about 53 kB, uncompressed.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const rate = 11_025
const seconds = 2.4
const samples = Math.round(rate * seconds)
const beatSeconds = seconds / 8

/** Notes of the C pentatonic scale, as [beat, frequency in Hz, loudness]. */
const notes: [number, number, number][] = [
  [0, 523.25, 0.9],
  [1, 659.26, 0.55],
  [2, 783.99, 0.7],
  [3, 880, 0.5],
  [4, 783.99, 0.75],
  [5, 659.26, 0.45],
  [6, 587.33, 0.65],
  [7, 392, 0.5],
]

const sound = new Float64Array(samples)

/** Adds a marimba note: the fundamental and a quickly decaying overtone two octaves above. */
function addNote(beatIndex: number, frequency: number, loudness: number) {
  const start = Math.round(beatIndex * beatSeconds * rate)
  for (let step = 0; step < rate * 1.6; step += 1) {
    const time = step / rate
    const attack = Math.min(1, time / 0.004)
    const tone = Math.sin(2 * Math.PI * frequency * time) * Math.exp(-time * 4.2)
    const overtone = 0.22 * Math.sin(2 * Math.PI * frequency * 3.93 * time) * Math.exp(-time * 22)
    const i = (start + step) % samples
    sound[i] = (sound[i] ?? 0) + loudness * attack * (tone + overtone)
  }
}

for (const [beatIndex, frequency, loudness] of notes) addNote(beatIndex, frequency, loudness)

// The nearest frequency with a whole number of periods in the loop, which keeps it seamless.
const loopable = (frequency: number) => Math.round(frequency * seconds) / seconds
for (let step = 0; step < samples; step += 1) {
  const time = step / rate
  const swell = 0.75 + 0.25 * Math.cos((2 * Math.PI * time) / seconds)
  const pad =
    Math.sin(2 * Math.PI * loopable(130.81) * time) + 0.6 * Math.sin(2 * Math.PI * loopable(196) * time)
  sound[step] = (sound[step] ?? 0) + 0.12 * swell * pad
}

const peak = sound.reduce((highest, value) => Math.max(highest, Math.abs(value)), 0)
const file = Buffer.alloc(44 + samples * 2)
file.write('RIFF', 0)
file.writeUInt32LE(36 + samples * 2, 4)
file.write('WAVEfmt ', 8)
file.writeUInt32LE(16, 16)
file.writeUInt16LE(1, 20)
file.writeUInt16LE(1, 22)
file.writeUInt32LE(rate, 24)
file.writeUInt32LE(rate * 2, 28)
file.writeUInt16LE(2, 32)
file.writeUInt16LE(16, 34)
file.write('data', 36)
file.writeUInt32LE(samples * 2, 40)
sound.forEach((value, step) => file.writeInt16LE(Math.round((value / peak) * 0.82 * 32_767), 44 + step * 2))

const folder = join(import.meta.dirname, '../web/public/sounds')
await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'loop.wav'), file)
