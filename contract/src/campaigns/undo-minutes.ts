/** How long the delivery of a gift or prize can be undone, in minutes. */
export const undoMinutes = 10
