import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import {
  entryKindColumn,
  settlementHeader,
  settlementMaxBytes,
  type SettlementImport,
} from '@clube/contract/partner-points/settlement-calls.ts'
import { useEffect, useRef, useState } from 'react'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Progress } from '../../../kit/feedback/progress.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { clubDayOf } from '../../../parts/club-time.ts'
import { saveFile } from '../../../parts/save-file.ts'
import { explain } from '../../../platform/api/explain.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { captureError } from '../../../platform/monitoring/capture-error.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { useQueryCache } from '../../../platform/server-data/use-query.tsx'
import { OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { decisionKeys } from './partner-desk-data.ts'
import css from './partners.module.css'
import { uploadSettlement, type UploadProgress } from './settlement-upload.ts'

type ImportFormProps = {
  partner: string
  /** The file was received completely, or had been before. */
  onReceived: (imported: SettlementImport) => void
}

const dayMs = 86_400_000
const megabyte = 1024 * 1024

const dayFields = { from_day: 'Primeiro dia', to_day: 'Último dia' } as const

/** Sends a partner's settlement file, with its progress; an interrupted one continues where it stopped. */
export function ImportForm({ partner, onReceived }: ImportFormProps) {
  const send = useSend()
  const queries = useQueryCache()
  const [yesterday] = useState(() => clubDayOf(new Date(serverNow() - dayMs)))
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const upload = useRef<AbortController>(undefined)
  useEffect(() => () => upload.current?.abort(), [])

  const showFailure = (failure: Failure) => {
    const { errors, toast, log } = explain(failure, { place: 'form', fields: Object.keys(dayFields) })
    if (errors.length > 0) form.setServerErrors(errors)
    // The name of the file has no field of its own.
    const fileError =
      'errors' in failure ? failure.errors.find(({ path }) => !(path in dayFields)) : undefined
    setProblem(fileError?.message ?? toast?.message ?? null)
    if (log !== null && !fileError) captureError(new Error(log))
  }
  const form = useForm({
    initial: { from_day: yesterday, to_day: yesterday },
    rules: {
      from_day: (day) => (day === '' ? requiredTextMessage : undefined),
      to_day: (day, { from_day }) => {
        if (day === '') return requiredTextMessage
        if (day < from_day) return 'O último dia não pode ser antes do primeiro.'
        return day > yesterday ? 'O período precisa terminar até ontem.' : undefined
      },
    },
    onSubmit: async (days): Promise<void> => {
      setProblem(null)
      const unusable = problemOf(file)
      if (!file || unusable !== null) return setProblem(unusable)
      const controller = new AbortController()
      upload.current = controller
      setProgress({ kind: 'reading', fraction: 0 })
      const uploaded = await uploadSettlement(
        send,
        { partner, file, ...days },
        { onProgress: setProgress, signal: controller.signal },
      )
      if (controller.signal.aborted) return
      setProgress(null)
      switch (uploaded.kind) {
        case 'received':
          setFile(null)
          onReceived(uploaded.imported)
          break
        case 'unreadable':
          setFile(null)
          setProblem('Não foi possível ler o arquivo. Escolha de novo.')
          break
        case 'failed':
          showFailure(uploaded.failure)
          break
        default:
          uploaded satisfies never
      }
      await Promise.all(decisionKeys.map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
  })
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    setFile(chosen)
    setProblem(problemOf(chosen))
  }
  return (
    <form className="stack" {...form.props}>
      <p>
        Um arquivo CSV que começa com a linha <code>{settlementHeader}</code>, um lançamento por linha.
        Informe os dias que ele cobre por inteiro: o que o clube registrou neles e o arquivo não traz vira “só
        nosso”.
      </p>
      <div className="row">
        {!form.pending && (
          <>
            <OutlineButton onClick={() => input.current?.click()}>
              {file ? 'Escolher outro arquivo' : 'Escolher arquivo'}
            </OutlineButton>
            <OutlineButton onClick={() => saveSample(yesterday)}>Baixar um modelo</OutlineButton>
          </>
        )}
        {file && (
          <span className={css.file}>
            <strong>{file.name}</strong> <span className="soft figures">{formatSize(file.size)}</span>
          </span>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label="Arquivo de liquidação"
        hidden
        onChange={({ currentTarget }) => {
          choose(currentTarget.files?.[0])
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <div className={css.pair}>
        {(['from_day', 'to_day'] as const).map((name) => (
          <TextField key={name} type="date" label={dayFields[name]} {...form.field(name)} />
        ))}
      </div>
      <div role="status" className={`stack ${css.status}`}>
        {progress && <UploadBar progress={progress} size={file?.size ?? 0} />}
      </div>
      {problem !== null && (
        <div role="alert">
          <Notice tone="bad">{problem}</Notice>
        </div>
      )}
      <div>
        <SubmitButton form={form} disabled={!file}>
          {problem !== null && file && problemOf(file) === null ? 'Continuar o envio' : 'Importar'}
        </SubmitButton>
      </div>
    </form>
  )
}

const progressTitles = { reading: 'Lendo o arquivo', sending: 'Enviando' } as const

const UploadBar = ({ progress: { kind, fraction }, size }: { progress: UploadProgress; size: number }) => (
  <>
    <Progress
      label={progressTitles[kind]}
      value={fraction}
      max={1}
      valueText={`${progressTitles[kind]}: ${formatSize(Math.round(fraction * size))} de ${formatSize(size)}`}
      detail={`${Math.floor(fraction * 100)} %`}
    />
    <p className="soft small">
      Fique nesta aba até o fim. Se o envio parar, escolha o mesmo arquivo: ele continua de onde parou.
    </p>
  </>
)

/** Why a file cannot be sent, or null. */
const problemOf = (file: File | null): string | null => {
  if (!file) return 'Escolha o arquivo.'
  if (file.size === 0) return 'O arquivo está vazio.'
  return file.size > settlementMaxBytes ? 'O arquivo é grande demais: até 500 MB.' : null
}

/** '2,4 MB', '18 kB' */
const formatSize = (bytes: number): string =>
  bytes >= megabyte
    ? `${(bytes / megabyte).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`
    : `${Math.ceil(bytes / 1024).toLocaleString('pt-BR')} kB`

/** A sample for one day, with the byte order mark by which spreadsheet programs recognize UTF-8. */
const saveSample = (day: string) => {
  const key = '01a1fdbb-01d2-7c5b-af13-000000000008'
  const lines = [
    settlementHeader,
    `90817264;${key};${entryKindColumn.debit};2000;${day}T14:30:00Z`,
    `90817311;${key};${entryKindColumn.refund};2000;${day}T15:00:00Z`,
  ]
  saveFile('liquidacao-modelo.csv', 'text/csv', `\uFEFF${lines.join('\r\n')}\r\n`)
}
