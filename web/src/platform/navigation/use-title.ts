import { useEffect } from 'react'
import { closeEarlierToast } from '../../kit/toast/toast-store.ts'
import { useClub } from '../app/app-context.tsx'

/** The document title: the page, then the club. */
export const titleOf = (page: string, clubName: string): string => `${page} · ${clubName}`

/** Sets the document title while the page is shown; a message about an earlier page is closed. */
export function useTitle(page: string): void {
  const { name } = useClub()
  useEffect(() => {
    const title = titleOf(page, name)
    if (document.title !== title) closeEarlierToast()
    document.title = title
  }, [page, name])
}
