/** Lower bound for the ids of rows created at or after an instant: ids start with a timestamp. */
export const firstIdAt = (instant: Date): string => {
  const time = instant.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}
