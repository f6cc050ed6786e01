/** Where the lists of a session are cached: apart from its numbers, which are asked for again and again. */
export const listsKey = (session_id: string): string[] => ['event-lists', session_id]
