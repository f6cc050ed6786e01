import { useEffect, useState } from 'react'

/** An address for showing a photo that only this page has, given back when it is no longer shown. */
export function usePhotoUrl(photo: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(photo)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [photo])
  return url
}
