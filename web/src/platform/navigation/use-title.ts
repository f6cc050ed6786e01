import { useEffect } from 'react'
import { useClub } from '../app/app-context.tsx'

/** The document title: the page, then the club. */
export const titleOf = (page: string, clubName: string): string => `${page} · ${clubName}`

/** Sets the document title while the page is shown. */
export function useTitle(page: string): void {
  const { name } = useClub()
  useEffect(() => {
    document.title = titleOf(page, name)
  }, [page, name])
}
