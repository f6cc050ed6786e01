import { useSyncExternalStore } from 'react'

/** A value shared by components and other code. */
export type Store<Value> = {
  get: () => Value
  set: (next: Value) => void
  /** Calls the listener after every `set`. @returns a function that unsubscribes */
  subscribe: (listener: () => void) => () => void
  /** The value in a component; on the server and while hydrating, the initial one. */
  useValue: () => Value
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  const get = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe,
    useValue: () => useSyncExternalStore(subscribe, get, () => initial),
  }
}
