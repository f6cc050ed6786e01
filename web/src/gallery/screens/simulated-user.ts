/** One action of a simulated user who brings a screen to the state to be shown. */
export type Step = () => Promise<void>

const timeoutMs = 15_000

/** Waits until `find` returns something. */
const until = async <Found>(what: string, find: () => Found | undefined | false): Promise<Found> => {
  const end = performance.now() + timeoutMs
  for (;;) {
    const found = find()
    if (found) return found
    if (performance.now() > end) throw new Error(`${what} was not found`)
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}

const isShown = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true })
const textOf = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim()

const buttonOf = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('button, a[href]')]
    // Elements behind an open dialog cannot be pressed.
    .filter(
      (element) => isShown(element) && isReachable(element) && !element.matches(':disabled, [aria-disabled]'),
    )
    .find((element) => nameOf(element) === name)

const nameOf = (element: HTMLElement): string => {
  const labels = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter((id) => id !== '')
  if (labels.length > 0) return labels.map((id) => textOf(document.getElementById(id) ?? element)).join(' ')
  return element.ariaLabel ?? textOf(element)
}

const isReachable = (element: Element): boolean => {
  const open = document.querySelector('dialog:modal')
  return !open || open.contains(element)
}

const isText = (control: Element): boolean => !control.matches('[type=radio], [type=checkbox]')

const controlOf = (
  label: string,
  isWanted: (control: Element) => boolean = () => true,
): HTMLInputElement | undefined =>
  [...document.querySelectorAll<HTMLLabelElement>('label')]
    .filter((element) => textOf(element).startsWith(label) && isReachable(element))
    .map(({ control }) => control)
    .filter((control) => control !== null && isWanted(control))
    .find((control) => control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) as
    | HTMLInputElement
    | undefined

/** React notices a value only if it is set through the prototype's setter, as browsers do. */
const setValue = (field: HTMLInputElement, text: string): void => {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

export const press =
  (name: string): Step =>
  async () =>
    (await until(`button ${name}`, () => buttonOf(name))).click()
export const type =
  (label: string, text: string): Step =>
  async () =>
    setValue(await until(`field ${label}`, () => controlOf(label, isText)), text)
/** Moves the focus out of a field. */
export const leaveField =
  (label: string): Step =>
  async () => {
    const field = await until(`field ${label}`, () => controlOf(label))
    field.focus()
    field.blur()
  }
/** A radio button or a checkbox, by the beginning of its label. */
export const choose =
  (label: string): Step =>
  async () =>
    (await until(`choice ${label}`, () => controlOf(label))).click()
/** Selects an option from a list, by the label of the list. */
export const select =
  (label: string, option: string): Step =>
  async () => {
    const isWanted = ({ control }: HTMLLabelElement) => control instanceof HTMLSelectElement
    const find = () =>
      [...document.querySelectorAll('label')].find((each) => textOf(each).startsWith(label) && isWanted(each))
    const list = (await until(`list ${label}`, find)).control as HTMLSelectElement
    list.value = [...list.options].find(({ text }) => text === option)?.value ?? ''
    list.dispatchEvent(new Event('change', { bubbles: true }))
  }
/** Chooses a file in the field whose accessible name is `label`. */
export const chooseFile =
  (label: string, name: string, content: string): Step =>
  async () => {
    const find = () => document.querySelector<HTMLInputElement>(`input[type=file][aria-label="${label}"]`)
    const field = await until(`file field ${label}`, () => find() ?? undefined)
    const files = new DataTransfer()
    files.items.add(new File([content], name))
    field.files = files.files
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
export const key =
  (name: string): Step =>
  async () =>
    void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))
/** Waits until the text is on the screen. */
export const waitForText =
  (text: string): Step =>
  async () =>
    void (await until(`text ${text}`, () => document.body.innerText.replace(/\s+/g, ' ').includes(text)))
