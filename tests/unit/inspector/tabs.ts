/** Tabs and inspectors in one process: each tab has modules of its own, the channel between them is real, only timers are turned by hand. */
import { vi } from 'vitest'

import { createFollower } from '#src/inspector/follower.ts'
import type { FromTab, Message } from '#src/inspector/wire.ts'

const opened: (() => void)[] = []

export function beginTabs(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  document.title = 'Shop orders to CRM · Datacrane'
  history.replaceState(null, '', '/details/7?to=elsewhere')
}

export function endTabs(): void {
  dispatchEvent(new Event('pagehide'))
  for (const close of opened.splice(0)) close()
  vi.useRealTimers()
}

/** What a tab loads late comes from the modules of the tab that was opened last: open another one when this one was heard. */
export async function openTab(mayTell: () => boolean = () => true) {
  vi.resetModules()
  const { inspect, answerInspectors, tabId } = await import('#src/services/kit/inspection.ts')
  // Loaded before it is asked for: how long that takes is not what is tested.
  const teller = await import('#src/inspector/teller.ts')
  const channel = answerInspectors(mayTell, async () => teller)
  opened.push(() => channel.close())
  return { inspect, id: tabId }
}

export function openInspector(own = 'the inspector') {
  const follower = createFollower(own)
  const close = follower.subscribe(() => {})
  opened.push(close)
  return { follower, close, actors: () => follower.getView().flatMap(({ actors }) => actors) }
}

/** Whatever goes over the channel, and a mouth to speak on it. */
export function openWire() {
  const channel = new BroadcastChannel('inspection.1')
  const heard: FromTab[] = []
  const announced: Message[] = []
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'inspector') announced.push(data)
    else heard.push(data)
  }
  opened.push(() => channel.close())
  return {
    heard,
    announced,
    say: (message: Message) => channel.postMessage(message),
    ask: (inspector = 'a') => channel.postMessage({ kind: 'inspector', tab: 'elsewhere', inspector } satisfies Message),
  }
}

/** Lets real messages cross and turns the timers by `step` milliseconds each time, until it holds. */
export async function until(holds: () => boolean, step = 100): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) {
    if (holds()) return
    vi.advanceTimersByTime(step)
    await settled()
  }
  throw new Error(`It did not come to ${holds}`)
}

/** Lets what is on its way arrive, without letting time pass. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((next) => setImmediate(next))
}
