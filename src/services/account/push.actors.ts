import { type PushBrowser, pushEndpoints } from '#contract/account/push.ts'
import { refusal } from '#contract/kit/problem.ts'
import { pushBrowserMachine } from '../../machines/account/notifications/push-browser.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { withBase } from '../kit/address/base.ts'
import { call } from '../kit/api-client.ts'
import type { Own } from './security.service.ts'

export const livePushBrowserMachine = (own: Own) =>
  pushBrowserMachine.provide({
    actors: {
      look: actorFrom((_, signal) => lookAtBrowser(own, signal)),
      // The browser asks the person, who is waited for.
      subscribe: actorFrom((_, signal) => subscribeBrowser(own, signal), { limit: null }),
      unsubscribe: actorFrom((_, signal) => unsubscribeBrowser(own, signal)),
    },
  })

/** The browser's part of Web Push, and the calls that go with it. */
type Policy = { readonly createScriptURL: (url: string) => string }
type Policies = { readonly createPolicy: (name: string, rules: Policy) => Policy }

const path = withBase('/push-worker.js')
const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The page takes scripts by trusted addresses only. */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: Policies }
  return trustedTypes?.createPolicy('push-worker', { createScriptURL: () => path }).createScriptURL(path) ?? path
}

const subscription = async () => (await navigator.serviceWorker.getRegistration(path))?.pushManager.getSubscription()

const bytesOf = (base64: string) =>
  Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

const subscribeCall = ({ access, userId }: Own, it: PushSubscription, signal: AbortSignal) => {
  const { endpoint = '', keys = {} } = it.toJSON()
  const body = { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
  return call(pushEndpoints.subscribe, { access, params: { userId }, body, signal })
}

const readState = ({ access, userId }: Own, signal: AbortSignal) =>
  call(pushEndpoints.state, { access, params: { userId }, signal })

/** A subscription that the server knows goes there again, so that it belongs to the session of now. */
async function lookAtBrowser(own: Own, signal: AbortSignal): Promise<PushBrowser> {
  const { browsers } = await readState(own, signal)
  const as = (state: PushBrowser['state']) => ({ state, subscribed: browsers.length })
  if (!isSupported()) return as('unsupported')
  if (Notification.permission === 'denied') return as('blocked')
  const current = await subscription()
  if (!current || !browsers.some(({ endpoint }) => endpoint === current.endpoint)) return as('off')
  await subscribeCall(own, current, signal)
  return as('on')
}

/** @throws `push/not-subscribed` where the browser does not. */
async function subscribeBrowser(own: Own, signal: AbortSignal): Promise<PushBrowser> {
  const isDenied = (await Notification.requestPermission()) === 'denied'
  const { publicKey, browsers } = await readState(own, signal)
  if (isDenied) return { state: 'blocked', subscribed: browsers.length }
  let made: PushSubscription
  try {
    const registration = await navigator.serviceWorker.register(workerAddress())
    await navigator.serviceWorker.ready
    made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) })
  } catch (thrown) {
    throw refusal('push/not-subscribed', {}, { cause: thrown })
  }
  return { state: 'on', subscribed: (await subscribeCall(own, made, signal)).browsers.length }
}

async function unsubscribeBrowser(own: Own, signal: AbortSignal): Promise<PushBrowser> {
  const { access, userId } = own
  const current = await subscription()
  if (!current) return lookAtBrowser(own, signal)
  const body = { endpoint: current.endpoint }
  const { browsers } = await call(pushEndpoints.unsubscribe, { access, params: { userId }, body, signal })
  await current.unsubscribe()
  return { state: 'off', subscribed: browsers.length }
}
