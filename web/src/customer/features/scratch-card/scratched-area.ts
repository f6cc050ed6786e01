/** A point in CSS pixels from the surface's top left corner. */
export type Point = { readonly x: number; readonly y: number }

/** Estimates how much of a surface was scratched, without reading its pixels. */
export type ScratchedArea = {
  /** Marks a stroke between two points. */
  readonly mark: (from: Point, to: Point) => void
  /** From 0 to 1. */
  readonly share: () => number
}

const columns = 28
const rows = 16

/** A grid whose cells count as scratched once a stroke passed over their center. Sizes in CSS pixels. */
export function createScratchedArea(width: number, height: number, brush: number): ScratchedArea {
  const cells = new Uint8Array(columns * rows)
  let marked = 0
  const cellWidth = width / columns
  const cellHeight = height / rows
  const radius = brush / 2

  const mark = (from: Point, to: Point): void => {
    const first = (value: number, size: number) => Math.max(0, Math.floor((value - radius) / size))
    const last = (value: number, size: number, count: number) =>
      Math.min(count - 1, Math.floor((value + radius) / size))
    const endRow = last(Math.max(from.y, to.y), cellHeight, rows)
    const endColumn = last(Math.max(from.x, to.x), cellWidth, columns)
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const length2 = dx * dx + dy * dy
    for (let row = first(Math.min(from.y, to.y), cellHeight); row <= endRow; row += 1)
      for (let column = first(Math.min(from.x, to.x), cellWidth); column <= endColumn; column += 1) {
        const index = row * columns + column
        if (cells[index]) continue
        const x = (column + 0.5) * cellWidth - from.x
        const y = (row + 0.5) * cellHeight - from.y
        // The nearest point of the stroke.
        const along = length2 === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / length2))
        if ((x - along * dx) ** 2 + (y - along * dy) ** 2 > radius * radius) continue
        cells[index] = 1
        marked += 1
      }
  }
  return { mark, share: () => marked / cells.length }
}
