import { formatDocument } from '@clube/contract/brazil/document.ts'
import { maskDocument } from '@clube/contract/brazil/masked-document.ts'
import { isKiosk } from '../platform/storage/service-channel.ts'

/** A person's document as shown to them; at a kiosk others see the screen, so it is masked. */
export const shownDocument = (document: Parameters<typeof maskDocument>[0]): string =>
  isKiosk() ? maskDocument(document) : formatDocument(document)
