import { useEffect } from 'react'
import { useClub } from '../app/app-context.tsx'

/** What the browser's tab says: the page, then the club. */
export const titleOf = (page: string, clubName: string): string => `${page} · ${clubName}`

/** Names the page in the browser's tab, for as long as it is shown. */
export function useTitle(page: string): void {
  const { name } = useClub()
  useEffect(() => {
    document.title = titleOf(page, name)
  }, [page, name])
}
