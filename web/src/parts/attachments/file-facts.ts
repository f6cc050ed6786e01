/** A sheet with a folded corner, in a 24 × 24 box. */
export const fileIconPath =
  'M7 3.5h7l4.5 4.5v11a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 19V5A1.5 1.5 0 0 1 7 3.5Zm6.5.5v4.5H18'

/** "840 kB", "2,4 MB" */
export const formatBytes = (bytes: number): string => {
  const kilobytes = bytes / 1000
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} kB`
  return `${(kilobytes / 1000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`
}
