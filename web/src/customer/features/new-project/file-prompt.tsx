import { addProjectFileCall, type Project } from '@clube/contract/new-project/calls.ts'
import { projectFileLimit } from '@clube/contract/new-project/project.ts'
import { useId, useRef } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { FieldNote } from '../../../kit/field/field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { useAction } from '../../../parts/use-action.ts'
import { isKiosk } from '../../../platform/storage/service-channel.ts'
import { acceptedFiles, prepareFile } from './project-file.ts'
import css from './projects.module.css'
import { projectDependentKeys } from './use-projects.ts'

/** Invites the person to add a photo or a PDF to a project that awaits a decision. */
export function FilePrompt({ project: { project_id, files } }: { project: Project }) {
  const { pending, run } = useAction()
  // A form with one field, so that an unsuitable file is reported where it is chosen.
  const form = useForm({ initial: { file: '' }, onSubmit: () => {} })
  const send = async (chosen: Blob): Promise<void> => {
    form.reset()
    const prepared = await trackPending(prepareFile(chosen))
    if (!prepared.ok) return void form.setServerErrors([{ path: 'file', message: prepared.message }])
    await run((call) => call(addProjectFileCall, { body: { project_id, file: prepared.file } }), {
      form,
      success: 'Arquivo recebido. Obrigado!',
      refresh: projectDependentKeys,
    })
  }
  // A kiosk has no personal files.
  if (isKiosk()) return files > 0 ? <p className="soft">{filesText(files)}</p> : null
  return (
    <form {...form.props} className={`stack ${css.files}`}>
      <p>{files === 0 ? 'Uma foto ou um PDF do projeto ajuda a marca a conferir.' : filesText(files)}</p>
      {files < projectFileLimit && (
        <ChooseFile
          label={files === 0 ? 'Enviar arquivo' : 'Enviar outro arquivo'}
          error={form.errors.file}
          pending={pending}
          onChosen={(file) => void send(file)}
        />
      )}
    </form>
  )
}

const filesText = (files: number): string =>
  files === 1 ? 'Um arquivo recebido.' : `${files} arquivos recebidos.`

type ChooseFileProps = {
  label: string
  error: string | undefined
  pending?: boolean
  onChosen: (file: File) => void
}

/** A button that opens the device's files, or its camera on phones. */
export function ChooseFile({ label, error, pending = false, onChosen }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const note = useId()
  return (
    <div className="tight" data-path="file">
      <Button
        variant="outline"
        compact
        pending={pending}
        aria-describedby={error === undefined ? undefined : note}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={acceptedFiles}
        aria-label={label}
        hidden
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0]
          // The same file can be chosen again after a failure.
          currentTarget.value = ''
          if (chosen) onChosen(chosen)
        }}
      />
      {error !== undefined && <FieldNote id={note} error={error} />}
    </div>
  )
}
