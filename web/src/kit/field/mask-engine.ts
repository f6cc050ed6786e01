import { Maskito, maskitoTransform, type MaskitoOptions } from '@maskito/core'
import { maskFor, type MaskSource } from './mask-text.ts'

/** Attaches a mask to a control and formats its current text. @returns a function that detaches it */
export function attachMask(control: HTMLInputElement | HTMLTextAreaElement, source: MaskSource): () => void {
  const options: MaskitoOptions = {
    mask: ({ value }) => maskFor(source, value),
    preprocessors: [
      ({ elementState, data }) => ({
        elementState: { ...elementState, value: elementState.value.toUpperCase() },
        data: data.toUpperCase(),
      }),
    ],
  }
  const { value, selectionStart, selectionEnd } = control
  const caret = [selectionStart ?? value.length, selectionEnd ?? value.length] as const
  if (value) {
    const formatted = maskitoTransform({ value, selection: caret }, options)
    // Without an event: `rawOf` already reported these characters, and the form may have been reset since.
    control.value = formatted.value
    if (control.matches(':focus')) control.setSelectionRange(...formatted.selection)
  }
  const maskito = new Maskito(control, options)
  return () => maskito.destroy()
}
