import { useEffect, useState } from 'react'

/** An object URL for a photo, revoked when no longer shown. */
export function usePhotoUrl(photo: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(photo)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [photo])
  return url
}
