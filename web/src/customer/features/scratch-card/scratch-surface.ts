import { createScratchedArea, type Point, type ScratchedArea } from './scratched-area.ts'

/** The rest is revealed once this share is scratched. */
export const revealShare = 0.6

export type ScratchSurface = {
  /** Removes the listeners. */
  readonly destroy: () => void
}

type Options = {
  /** Called while the person scratches, and once they pause or lift the finger. */
  readonly onScratching: (isScratching: boolean) => void
  /** Called once when enough is scratched. */
  readonly onScratched: () => void
}

/** More pixels per CSS pixel are not visible on a foil. */
const maxPixelRatio = 2
/** After this long without movement, the person has paused. */
const pauseMs = 140

/** Diameter of the stroke in CSS pixels: a finger's, in proportion to the card. */
const brushOf = (width: number): number => Math.max(40, width / 8)

/**
 * Covers a canvas with foil that a finger, pen or mouse scratches off. Handlers only collect points; each frame draws
 * them as one stroke, and the scratched share comes from a grid, so that no pixels are read and no layout is computed.
 */
export function createScratchSurface(
  canvas: HTMLCanvasElement,
  { onScratching, onScratched }: Options,
): ScratchSurface {
  const context = canvas.getContext('2d')
  const { width, height } = canvas.getBoundingClientRect()
  const brush = brushOf(width)
  const area: ScratchedArea = createScratchedArea(width, height, brush)
  const ratio = Math.min(maxPixelRatio, window.devicePixelRatio || 1)
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  if (context) {
    context.scale(ratio, ratio)
    paintFoil(context, canvas, { width, height })
    context.globalCompositeOperation = 'destination-out'
    context.lineCap = 'round'
    context.lineJoin = 'round'
    context.lineWidth = brush
  }

  /** The canvas may be moved and resized after it was painted. */
  let origin = { x: 0, y: 0, scale: 1 }
  let last: Point | null = null
  let pending: Point[] = []
  let frame = 0
  let pause: ReturnType<typeof setTimeout> | undefined
  let isDone = false

  const draw = () => {
    frame = 0
    const points = pending
    pending = []
    const [first] = points
    if (!first || !context) return
    context.beginPath()
    let from = last ?? first
    context.moveTo(from.x, from.y)
    for (const point of points) {
      context.lineTo(point.x, point.y)
      area.mark(from, point)
      from = point
    }
    last = from
    context.stroke()
    if (!isDone && area.share() >= revealShare) {
      isDone = true
      stop()
      onScratched()
    }
  }
  const add = (event: PointerEvent) => {
    const { x, y, scale } = origin
    pending.push({ x: (event.clientX - x) * scale, y: (event.clientY - y) * scale })
  }
  const schedule = () => {
    frame ||= requestAnimationFrame(draw)
    clearTimeout(pause)
    pause = setTimeout(() => onScratching(false), pauseMs)
  }
  const start = (event: PointerEvent) => {
    if (isDone || (event.pointerType === 'mouse' && event.button !== 0)) return
    const rect = canvas.getBoundingClientRect()
    origin = { x: rect.left, y: rect.top, scale: rect.width === 0 ? 1 : width / rect.width }
    last = null
    canvas.setPointerCapture(event.pointerId)
    add(event)
    schedule()
    onScratching(true)
  }
  const move = (event: PointerEvent) => {
    if (isDone || !canvas.hasPointerCapture(event.pointerId)) return
    // Between two frames a finger passes many points.
    const passed = event.getCoalescedEvents?.() ?? []
    if (passed.length === 0) add(event)
    else passed.forEach(add)
    schedule()
    onScratching(true)
  }
  const stop = () => {
    clearTimeout(pause)
    onScratching(false)
  }

  const listeners = { pointerdown: start, pointermove: move, pointerup: stop, pointercancel: stop } as const
  for (const [name, listener] of Object.entries(listeners))
    canvas.addEventListener(name as keyof typeof listeners, listener)
  return {
    destroy: () => {
      cancelAnimationFrame(frame)
      clearTimeout(pause)
      for (const [name, listener] of Object.entries(listeners))
        canvas.removeEventListener(name as keyof typeof listeners, listener)
    },
  }
}

/** Foil in the club's color, with a sheen, fine lines and the instruction. */
function paintFoil(
  context: CanvasRenderingContext2D,
  canvas: HTMLCanvasElement,
  { width, height }: { width: number; height: number },
): void {
  // The foil's color is not the background: that would show where the foil is scratched off.
  const { color, caretColor, fontFamily } = getComputedStyle(canvas)
  context.fillStyle = caretColor
  context.fillRect(0, 0, width, height)

  context.save()
  context.strokeStyle = color
  context.globalAlpha = 0.09
  context.lineWidth = 1
  context.beginPath()
  for (let x = -height; x < width; x += 9) {
    context.moveTo(x, height)
    context.lineTo(x + height, 0)
  }
  context.stroke()
  context.restore()

  const sheen = context.createLinearGradient(0, 0, width, height)
  for (const [offset, opacity] of [
    [0, 0],
    [0.24, 0.3],
    [0.34, 0.04],
    [0.62, 0],
    [0.78, 0.22],
    [1, 0],
  ] as const)
    sheen.addColorStop(offset, `rgb(255 255 255 / ${opacity})`)
  context.fillStyle = sheen
  context.fillRect(0, 0, width, height)

  const unit = height / 10
  const [x, y] = [width / 2, height / 2]
  context.fillStyle = color
  context.strokeStyle = color
  context.lineWidth = unit * 0.16
  context.beginPath()
  context.arc(x, y - 1.5 * unit, 1.35 * unit, 0, 2 * Math.PI)
  context.stroke()
  paintStar(context, { x, y: y - 1.5 * unit }, 0.72 * unit)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.font = `650 ${1.45 * unit}px ${fontFamily}`
  context.fillText('Raspe aqui', x, y + 1.2 * unit)
}

/** A star of five points. */
function paintStar(context: CanvasRenderingContext2D, { x, y }: Point, radius: number): void {
  context.beginPath()
  for (let corner = 0; corner < 10; corner += 1) {
    const angle = (corner * Math.PI) / 5 - Math.PI / 2
    const distance = corner % 2 === 0 ? radius : radius * 0.45
    context.lineTo(x + distance * Math.cos(angle), y + distance * Math.sin(angle))
  }
  context.closePath()
  context.fill()
}
