import { useState } from 'react'
import { Button } from '../kit/button/button.tsx'
import { showOverlay } from '../kit/overlay/pending-count.ts'
import { Dialog } from '../kit/surface/dialog.tsx'
import { showToast, type ToastType } from '../kit/toast/toast-store.ts'

export function ButtonExamples() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button>Continuar</Button>
      <Button pending>Continuar</Button>
      <Button disabled>Continuar</Button>
      <Button variant="outline">Usar outra opção</Button>
      <Button variant="quiet">Voltar</Button>
      <Button variant="danger">Excluir conta</Button>
      <div>
        <Button compact>Reservar</Button>{' '}
        <Button compact variant="outline" href="#botoes">
          Ver mapa
        </Button>
      </div>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Abrir diálogo
      </Button>
      <Button variant="outline" onClick={() => setTimeout(showOverlay(), 2_500)}>
        Camada de espera
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Sair do clube?"
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Sair</Button>
            <Button variant="quiet" onClick={() => setOpen(false)}>
              Continuar no clube
            </Button>
          </>
        }
      >
        Você vai precisar do seu documento e da senha para entrar de novo.
      </Dialog>
    </>
  )
}

const messages: Record<ToastType, string> = {
  info: 'Sua reserva vale até 15:42',
  success: 'Dados salvos',
  warning: 'Aguarde um momento para tentar novamente.',
  error: 'Verifique sua conexão com a internet e tente novamente!',
}

export function ToastExamples() {
  return (
    <>
      {(Object.keys(messages) as ToastType[]).map((type) => (
        <Button key={type} variant="outline" onClick={() => showToast({ type, message: messages[type] })}>
          {type}
        </Button>
      ))}
      <Button
        variant="outline"
        onClick={() => showToast({ type: 'warning', message: 'Você está sem internet', dismissible: false })}
      >
        fixo
      </Button>
    </>
  )
}
