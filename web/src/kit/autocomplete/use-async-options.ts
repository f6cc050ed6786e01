import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

export type OptionId = string | number
export type Option = { id: OptionId; text: string; additional_data?: { uf?: string } }
/** One page of a paged list (spec §3). */
export type OptionPage = { data: readonly Option[]; next_cursor?: string | null }
export type OptionQuery = { text?: string; id?: OptionId; cursor?: string }
export type LoadOptions = (query: OptionQuery, signal: AbortSignal) => Promise<OptionPage>

type AsyncOptions = {
  options: readonly Option[]
  /** `first`: a new list is loading; `more`: its next page. */
  loading: 'first' | 'more' | undefined
  /** The query that produced the options; undefined before the first. */
  loadedQuery: OptionQuery | undefined
}

const initialState: AsyncOptions = { options: [], loading: undefined, loadedQuery: undefined }

/**
 * The options of an autocomplete, loaded page by page. A newer query aborts an older one; on failure the previous options
 * remain (spec §4) and `onFailure` is called. A change of `scope` resets everything.
 */
export function useAsyncOptions(input: {
  loadOptions: LoadOptions
  onFailure: ((error: unknown) => void) | undefined
  scope: unknown
}) {
  const [state, setState] = useState(initialState)
  const latest = useRef({ ...input, state })
  useLayoutEffect(() => {
    latest.current = { ...input, state }
  })
  const running = useRef<AbortController | undefined>(undefined)
  const cursor = useRef<string | undefined>(undefined)

  const fetchPage = useCallback(async (query: OptionQuery, kind: 'first' | 'more') => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setState((previous) => ({ ...previous, loading: kind }))
    try {
      const page = await latest.current.loadOptions(query, controller.signal)
      if (controller.signal.aborted) return
      cursor.current = page.next_cursor ?? undefined
      setState((previous) => ({
        options: kind === 'more' ? [...previous.options, ...page.data] : page.data,
        loading: undefined,
        loadedQuery: kind === 'more' ? previous.loadedQuery : query,
      }))
    } catch (error) {
      if (controller.signal.aborted) return
      setState((previous) => ({ ...previous, loading: undefined }))
      latest.current.onFailure?.(error)
    }
  }, [])

  const reset = useCallback(() => {
    running.current?.abort()
    cursor.current = undefined
    setState(initialState)
  }, [])

  const scope = useRef(input.scope)
  useEffect(() => {
    if (scope.current === input.scope) return
    scope.current = input.scope
    reset()
  }, [input.scope, reset])
  useEffect(() => () => running.current?.abort(), [])

  const load = useCallback((query: OptionQuery) => void fetchPage(query, 'first'), [fetchPage])
  const loadMore = useCallback(() => {
    const { loading, loadedQuery } = latest.current.state
    if (cursor.current === undefined || loading) return
    void fetchPage({ ...loadedQuery, cursor: cursor.current }, 'more')
  }, [fetchPage])

  return { ...state, load, loadMore, reset }
}
