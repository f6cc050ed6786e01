import { signatureScale, type Signature } from '@clube/contract/campaigns/signature.ts'

/** Numbers per stroke and strokes per signature that the server accepts. */
const maxNumbers = 4000
const maxStrokes = 60
/** A point nearer to the last one than this, in units of the scale, is dropped. */
const minDistance = 3

/** Where the pointer is in the pad, in pixels, and the size of the pad. */
export type PadPoint = { x: number; y: number; width: number; height: number }

const scaled = (pixels: number, size: number): number =>
  Math.min(signatureScale, Math.max(0, Math.round((pixels / Math.max(1, size)) * signatureScale)))

/** Begins a stroke. A dot is a stroke of two equal points. */
export const beginStroke = (signature: Signature, { x, y, width, height }: PadPoint): Signature => {
  if (signature.length >= maxStrokes) return signature
  const point = [scaled(x, width), scaled(y, height)]
  return [...signature, [...point, ...point]]
}

/** Continues the last stroke; points too near to the last one or beyond the limit are dropped. */
export const continueStroke = (signature: Signature, { x, y, width, height }: PadPoint): Signature => {
  const last = signature.at(-1)
  if (!last || last.length >= maxNumbers) return signature
  const [scaledX, scaledY] = [scaled(x, width), scaled(y, height)]
  const distance = Math.hypot(scaledX - (last.at(-2) ?? 0), scaledY - (last.at(-1) ?? 0))
  return distance < minDistance ? signature : [...signature.slice(0, -1), [...last, scaledX, scaledY]]
}

/** A stroke as the points of an SVG polyline. */
export const polylineOf = (stroke: Signature[number]): string => stroke.join(' ')
