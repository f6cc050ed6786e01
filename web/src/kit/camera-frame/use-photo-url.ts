import { useEffect, useState } from 'react'

/** An object URL for a photo, revoked when no longer shown. */
export function usePhotoUrl(photo: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const objectUrl = URL.createObjectURL(photo)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [photo])
  return url
}
