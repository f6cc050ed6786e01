import { addReceiptPhotoCall } from '@clube/contract/receipts/receipt-photo-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import type { ApiResponse, TestBrowser } from './browser.ts'

/** Uploads a file as multipart. */
export const sendPhoto = (
  browser: TestBrowser,
  input: { purchase_id: string; photo: Uint8Array },
): Promise<ApiResponse<DataOf<typeof addReceiptPhotoCall>>> => {
  const form = new FormData()
  form.append('purchase_id', input.purchase_id)
  form.append('photo', new Blob([new Uint8Array(input.photo)], { type: 'image/jpeg' }), 'nota.jpg')
  return browser.raw('POST', addReceiptPhotoCall.path, form)
}
