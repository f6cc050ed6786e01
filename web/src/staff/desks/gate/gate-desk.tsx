import { useState } from 'react'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { GateAtWork } from './gate-at-work.tsx'
import { clearPost, rememberedPost, rememberPost, type Post } from './gate-post.ts'
import { deviceGateStore } from './gate-store.ts'
import { ChoosePost } from './choose-post.tsx'

/** Ticket control on a phone: session and gate are chosen once and remembered on the device. */
export function GateDesk() {
  const [post, setPost] = useState<Post | null>(() => rememberedPost(serverNow()))
  const choose = (chosen: Post) => {
    rememberPost(chosen)
    setPost(chosen)
  }
  const leave = () => {
    clearPost()
    void deviceGateStore.deleteList()
    setPost(null)
  }
  return post ? <GateAtWork post={post} onLeave={leave} /> : <ChoosePost onChoose={choose} />
}
