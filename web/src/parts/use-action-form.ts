import { useForm, type Form, type FormOptions } from '../kit/form/use-form.ts'
import type { Send } from '../platform/api/client.ts'
import type { Sent } from '../platform/api/failure.ts'
import { useSend } from '../platform/app/app-context.tsx'
import type { Draft } from './draft/use-draft.ts'
import { useAction, type ActionOutcome } from './use-action.ts'

type ActionFormOptions<Values, Data, Code extends string> = Omit<FormOptions<Values>, 'onSubmit'> & {
  /** The request of a valid submission; null if there is nothing to send yet. */
  request: (send: Send, values: Values) => Promise<Sent<Data, Code>> | null
  /** Erased by a successful submission. */
  draft?: Pick<Draft<Values>, 'erase'>
} & Omit<ActionOutcome<Data, NoInfer<Code>>, 'form'>

/** A form whose submission is one action: `useForm` with `useAction`. Errors in the response are shown on their fields. */
export function useActionForm<Values extends Record<string, unknown>, Data, Code extends string>({
  initial,
  rules = {},
  onInvalid,
  request,
  draft,
  ...outcome
}: ActionFormOptions<Values, Data, Code>): Form<Values> {
  const send = useSend()
  const { run } = useAction()
  const form: Form<Values> = useForm<Values>({
    initial,
    rules,
    ...(onInvalid && { onInvalid }),
    onSubmit: async (values) => {
      const call = request(send, values)
      if (!call) return
      const onSuccess = (data: Data) => {
        draft?.erase()
        return outcome.onSuccess?.(data)
      }
      await run(() => call, { ...outcome, onSuccess, form })
    },
  })
  return form
}
